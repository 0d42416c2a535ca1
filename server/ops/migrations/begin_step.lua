-- Begin or continue the migration to the next schema, if no other process is migrating and no process is
-- alive that cannot read the new schema. From then on, processes that cannot read it may not use the store.
--
-- KEYS  schema, programs, processes, lease (the name of the process that is migrating; it expires)
-- ARGV  process, the schema to migrate to, the oldest schema whose programs can read it, the first schema,
--       milliseconds after which a silent process is dead, milliseconds of the lease
-- Returns "ok" if the caller now has the lease; "busy" if another process has it; "done" if the
-- migration is done; "old" if a process is alive that cannot read the new schema.

if tonumber(redis.call('HGET', KEYS[1], 'number')) >= tonumber(ARGV[2]) then
  return 'done'
end
if (redis.call('GET', KEYS[4]) or ARGV[1]) ~= ARGV[1] and redis.call('PTTL', KEYS[4]) > 0 then
  return 'busy' -- a lease without expiry comes from a copied store and does not count
end

local time, knows, seen = redis.call('TIME')[1] * 1000, {}, {}
local programs = redis.call('HGETALL', KEYS[2])
for i = 1, #programs, 2 do
  local known, came = string.match(programs[i + 1], '^(%d+) (%d+)$')
  knows[programs[i]], seen[programs[i]] = tonumber(known), tonumber(came)
end
local processes = redis.call('HGETALL', KEYS[3])
for i = 1, #processes, 2 do
  seen[processes[i]] = math.max(seen[processes[i]] or 0, tonumber(processes[i + 1]))
end
for process, at in pairs(seen) do
  local lives = time - at <= tonumber(ARGV[5])
  if lives and (knows[process] or tonumber(ARGV[4])) < tonumber(ARGV[3]) then
    return 'old'
  end
end

redis.call('SET', KEYS[4], ARGV[1], 'PX', ARGV[6])
local reader = math.max(tonumber(ARGV[3]), tonumber(redis.call('HGET', KEYS[1], 'reader')))
redis.call('HSET', KEYS[1], 'reader', reader)
return 'ok'
