-- Note what has been raced on a seat that an account has claimed.
--
-- KEYS  account, its claimed seats
-- ARGV  the seat, what has been raced there, most seats
-- Returns 1; 0 where there are too many, or the account is gone.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local known = redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1
if not known and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
