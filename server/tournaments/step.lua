-- Store a step of a tournament, if no other step was stored meanwhile: its changed fields, its
-- deadline and its place on the public list. Announce the step in the feed.
--
-- KEYS  tournament, deadlines, feed, public list
-- ARGV  code, number of the step before (0 for a new tournament), deadline or '' if it is over, seconds
--       to live, feed length, now or '' if it is not to be listed, most on the list, time stored as
--       its deadline, field, value, ...
-- The entry in the feed has the deadline. The time stored among the deadlines may be earlier: 0 for a
-- running tournament, so that every periodic check includes it.
-- Returns 1; 0, storing nothing, if another step was stored meanwhile.

if (redis.call('HGET', KEYS[1], 'step') or '0') ~= ARGV[2] then
  return 0
end

redis.call('HSET', KEYS[1], 'step', ARGV[2] + 1, unpack(ARGV, 9))
redis.call('EXPIRE', KEYS[1], ARGV[4])
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[8], ARGV[1])
end
if ARGV[6] == '' then
  redis.call('ZREM', KEYS[4], ARGV[1])
else
  redis.call('ZADD', KEYS[4], ARGV[6], ARGV[1])
  redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -1 - ARGV[7])
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[5], '*', 'code', ARGV[1], 'at', ARGV[3])
return 1
