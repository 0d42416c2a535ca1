-- Put the result of a race into the log, or void it: once, however often and by however many
-- processes this is done. Numbers begin with 1, and an entry's id in the log is its number.
--
-- KEYS  log, races, voided, withheld, held, placed, voids withheld, then the histories of the accounts
--       that raced
-- ARGV  race id, when it ended, its entry or '', server time from which it may be told or '' for now,
--       an entry that voids it or '', who had which place or '' where nobody raced anybody, then for
--       each history what stands in it after the number
-- A withheld race that is voided stays withheld, and both are written when it is told.
-- Returns the number of the race's entry, and 1 if this call has changed anything; 0 as the number
-- where the entry is withheld or the race is not known; -1 where somebody holds the book.

if redis.call('EXISTS', KEYS[5]) == 1 then return {-1, 0} end
local race, at = ARGV[1], ARGV[2]
local number, changed, void = 0, 0, ARGV[5]
local known = redis.call('HGET', KEYS[2], race)
if known then
  local found, ended = string.match(known, '^(%d+) (%-?%d+)$')
  -- A code may be another room's some day, and its race another race.
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
  -- It had been withheld a second time, in other words: an account went meanwhile.
  redis.call('ZREM', KEYS[4], ARGV[3])
end

if number ~= 0 and void ~= '' and redis.call('HEXISTS', KEYS[3], number) == 0 then
  changed = 1
  local last = redis.call('XLEN', KEYS[1]) + 1
  redis.call('XADD', KEYS[1], last .. '-0', 'entry', void, 'voids', number)
  redis.call('HSET', KEYS[3], number, last)
end
return {number, changed}
