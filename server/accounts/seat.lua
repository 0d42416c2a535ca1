-- A seat is an account's, if it is not another's and the account is there.
--
-- KEYS  account, its seats, whose the seat is
-- ARGV  account's id, seat as the account keeps it, now, seconds a seat is kept
-- Returns 1, or 0.

local owner = redis.call('GET', KEYS[3])
if redis.call('EXISTS', KEYS[1]) == 0 or (owner and owner ~= ARGV[1]) then
  return 0
end
redis.call('SET', KEYS[3], ARGV[1], 'EX', ARGV[4])
redis.call('ZADD', KEYS[2], 'NX', ARGV[3], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[3] - ARGV[4] * 1000)
return 1
