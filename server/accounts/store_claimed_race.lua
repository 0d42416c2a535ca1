-- Store the races played as a guest on a seat that an account has claimed.
--
-- KEYS  account, its claimed seats
-- ARGV  "code seat", the races as JSON, most seats
-- Returns 1; 0, storing nothing, if there are too many seats or the account is deleted.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local known = redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1
if not known and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
