-- Store the secret of a daily deal, unless it has one already. How a winnable deal is searched for
-- is stored only together with the secret, so that a deal whose commitment is public never changes.
--
-- KEYS  the deal
-- ARGV  the secret, how the winnable deal is searched for ('' if the deal is any), seconds that the
--       deal is stored

if redis.call('HSETNX', KEYS[1], 'secret', ARGV[1]) == 1 and ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], 'winnable', ARGV[2])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
