-- Register a server process, unless it cannot read the store, and return the store's schema. A store
-- without a schema number gets the schema of the process if no process has ever used it, and the first
-- schema otherwise.
--
-- KEYS  schema, programs, processes, beat
-- ARGV  process, the schema it knows, the oldest schema that can read its data, the first schema
-- Returns {the store's schema, the oldest schema that can read it, cursor of the running migration}.

if redis.call('EXISTS', KEYS[1]) == 0 then
  local served = redis.call('EXISTS', KEYS[4]) == 1
  redis.call('HSET', KEYS[1], 'number', served and ARGV[4] or ARGV[2],
    'reader', served and ARGV[4] or ARGV[3])
end

local time = redis.call('TIME')[1] * 1000
local programs = redis.call('HGETALL', KEYS[2])
for i = 1, #programs, 2 do
  local came = tonumber(string.match(programs[i + 1], ' (%d+)$'))
  if time - came > 86400000 and redis.call('HEXISTS', KEYS[3], programs[i]) == 0 then
    redis.call('HDEL', KEYS[2], programs[i])
  end
end

local kept = redis.call('HMGET', KEYS[1], 'number', 'reader', 'cursor')
if tonumber(ARGV[2]) >= tonumber(kept[2]) then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. time)
end
return {tonumber(kept[1]), tonumber(kept[2]), kept[3] or ''}
