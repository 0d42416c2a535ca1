-- Add the result of a race to the results log, or an entry that voids a race. Any process may
-- repeat this: each is added once. Entries are numbered from 1; entry 7 has the stream id "7-0".
--
-- KEYS  log, entries by race, voids by entry, withheld results, lock of a rebuild, places by entry,
--       withheld voids by race, then the history of each account that raced
-- ARGV  race id, when the race ended, its result as JSON or '', server time until which the result is
--       withheld or '' for not at all, the entry that voids the race as JSON or '', the places of
--       accounts or '' if they do not count between rivals, then for each history its line without
--       the number of the entry
-- If a withheld race is voided, both entries stay withheld and are added together later.
-- Returns {number of the race's entry, 1 if this call changed anything}; the number is 0 if the result
-- is withheld or the race is unknown, and -1 if a rebuild holds the lock.

if redis.call('EXISTS', KEYS[5]) == 1 then return {-1, 0} end
local race, at = ARGV[1], ARGV[2]
local number, changed, void = 0, 0, ARGV[5]
local known = redis.call('HGET', KEYS[2], race)
if known then
  local found, ended = string.match(known, '^(%d+) (%-?%d+)$')
  -- Codes are reused by later rooms. If the end differs, this is another race with the same id.
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
  -- The result was withheld twice with different texts, because an account was deleted in between.
  -- The other text is in the log already: drop this one.
  redis.call('ZREM', KEYS[4], ARGV[3])
end

if number ~= 0 and void ~= '' and redis.call('HEXISTS', KEYS[3], number) == 0 then
  changed = 1
  local last = redis.call('XLEN', KEYS[1]) + 1
  redis.call('XADD', KEYS[1], last .. '-0', 'entry', void, 'voids', number)
  redis.call('HSET', KEYS[3], number, last)
end
return {number, changed}
