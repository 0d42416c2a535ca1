-- Add the result of a race to the results log, or void a race. May be repeated by any process: each is
-- done once. Entries are numbered from 1, and an entry's stream id is its number.
--
-- KEYS  log, races, voided, withheld, held, placed, voids withheld, then the histories of the accounts
--       that raced
-- ARGV  race id, when it ended, its entry or '', server time until which it is withheld or '' for not
--       at all, an entry that voids it or '', the places of accounts or '' if there are no rivals, then
--       for each history the text stored after the number
-- If a withheld race is voided, both entries stay withheld and are written together.
-- Returns {number of the race's entry, 1 if this call changed anything}; the number is 0 if the entry
-- is withheld or the race is unknown, and -1 if a rebuild holds the lock.

if redis.call('EXISTS', KEYS[5]) == 1 then return {-1, 0} end
local race, at = ARGV[1], ARGV[2]
local number, changed, void = 0, 0, ARGV[5]
local known = redis.call('HGET', KEYS[2], race)
if known then
  local found, ended = string.match(known, '^(%d+) (%-?%d+)$')
  -- Codes are reused by later rooms: the race may be another one.
  if ended == at then number = tonumber(found) end
end

if number == 0 and ARGV[3] ~= '' then
  if ARGV[4] ~= '' then
    changed = redis.call('ZADD', KEYS[4], 'NX', ARGV[4], ARGV[3])
    if void ~= '' then changed = redis.call('HSETNX', KEYS[7], race, void) end
    return {0, changed}
  end
  number, changed = redis.call('XLEN', KEYS[1]) + 1, 1
  redis.call('XADD', KEYS[1], number .. '-0', 'entry', ARGV[3])
  redis.call('HSET', KEYS[2], race, number .. ' ' .. at)
  if ARGV[6] ~= '' then redis.call('HSET', KEYS[6], number, ARGV[6]) end
  for i = 8, #KEYS do
    redis.call('RPUSH', KEYS[i], number .. ' ' .. ARGV[i - 1])
  end
  if redis.call('ZREM', KEYS[4], ARGV[3]) == 1 then
    void = redis.call('HGET', KEYS[7], race) or void
    redis.call('HDEL', KEYS[7], race)
  end
elseif ARGV[3] ~= '' and ARGV[4] == '' then
  -- It had been withheld twice, with different text: an account was deleted in between.
  redis.call('ZREM', KEYS[4], ARGV[3])
end

if number ~= 0 and void ~= '' and redis.call('HEXISTS', KEYS[3], number) == 0 then
  changed = 1
  local last = redis.call('XLEN', KEYS[1]) + 1
  redis.call('XADD', KEYS[1], last .. '-0', 'entry', void, 'voids', number)
  redis.call('HSET', KEYS[3], number, last)
end
return {number, changed}
