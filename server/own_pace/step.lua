-- Store an own-pace race, if no other change was stored meanwhile: the race, its next deadline, and its
-- entries in the lists of its contestants' accounts. Announce the change in the feed.
--
-- KEYS  race, deadlines, feed, then the lists of accounts that the race is added to, then the lists it
--       is removed from
-- ARGV  code, number of the step before (0 for a new race), race, deadline or '', seconds to live, feed
--       length, now, number of lists the race is added to, seconds for which it stays in them, then
--       the names and values of further fields of the entry in the feed
-- Returns 1; 0, storing nothing, if another step was stored meanwhile.

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
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[6], '*', 'code', ARGV[1],
  unpack(ARGV, 10))
return 1
