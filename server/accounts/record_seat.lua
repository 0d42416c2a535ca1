-- Record that an account holds a seat, unless another account holds it or the account is deleted.
-- Drop seats from the account's list that were taken too long ago.
--
-- KEYS  account, its seats, owner of the seat
-- ARGV  account's id, "code seat", now, seconds for which a seat is remembered
-- Returns 1; 0 if nothing was recorded.

local owner = redis.call('GET', KEYS[3])
if redis.call('EXISTS', KEYS[1]) == 0 or (owner and owner ~= ARGV[1]) then
  return 0
end
redis.call('SET', KEYS[3], ARGV[1], 'EX', ARGV[4])
redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[3] - ARGV[4] * 1000)
return 1
