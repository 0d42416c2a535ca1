-- Store a step of a crown race, if no other step was stored meanwhile: the race, its next deadline and
-- the lists of its candidates. Announces the change in the feed.
--
-- KEYS  race, due, feed, then the candidates' lists it is added to, then those it is removed from
-- ARGV  code, expected step (0 for a new one), race, deadline or '', seconds to live, feed length,
--       now, number of lists it is added to, seconds it stays there
-- Returns 1; 0, storing nothing, if another step was first.

if (redis.call('HGET', KEYS[1], 'step') or '0') ~= ARGV[2] then
  return 0
end

redis.call('HSET', KEYS[1], 'step', ARGV[2] + 1, 'race', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[5])
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
end
for i = 4, #KEYS do
  if i < 4 + ARGV[8] then
    redis.call('ZADD', KEYS[i], ARGV[7], ARGV[1])
    redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', ARGV[7] - ARGV[9] * 1000)
    redis.call('EXPIRE', KEYS[i], ARGV[9])
  else
    redis.call('ZREM', KEYS[i], ARGV[1])
  end
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[6], '*', 'code', ARGV[1])
return 1
