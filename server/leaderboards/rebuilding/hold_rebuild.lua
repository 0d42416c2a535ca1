-- Take, prolong or release the lock of a leaderboard rebuild; while holding it, replace a key. A
-- lock that has expired cannot be prolonged.
--
-- KEYS  lock of rebuilds, lock of the log and the boards; to replace a key, also that key and the key
--       with its new contents
-- ARGV  the holder's token, milliseconds for which locks are held, and one of:
--       begin   take the lock of rebuilds
--       go on   prolong it
--       hold    prolong it, and take or prolong the lock of the log and the boards
--       end     release both
-- Returns 1; 0 if somebody else holds the lock or it has expired.

local who, ms, what = ARGV[1], ARGV[2], ARGV[3]
if what == 'begin' then
  return redis.call('SET', KEYS[1], who, 'NX', 'PX', ms) and 1 or 0
end
if redis.call('GET', KEYS[1]) ~= who then return 0 end
if what == 'end' then
  redis.call('DEL', KEYS[1], KEYS[2])
  return 1
end
redis.call('PEXPIRE', KEYS[1], ms)
if what == 'hold' then
  redis.call('SET', KEYS[2], who, 'PX', ms)
end
if #KEYS == 4 then
  redis.call('UNLINK', KEYS[3])
  if redis.call('EXISTS', KEYS[4]) == 1 then
    redis.call('RENAME', KEYS[4], KEYS[3])
  end
end
return 1
