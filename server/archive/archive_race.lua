-- Store a finished race in its compact form, remove it from the queue of finished races, and let its
-- logs expire. They live a while longer, so that a process that is reading them can finish.
--
-- KEYS  compact form, queue of finished races, race hash of the room, queue of races to analyse, then all
--       other keys of the race
-- ARGV  the compact form, its seconds to live if the room has been played in (append_events.lua), and
--       otherwise, seconds for which the logs still live, the member of the race in both queues, server
--       time at which the race can be analysed, or empty if it is not to be analysed
-- Returns 1; 0 if the race was archived before or the room has expired: then only the queue changes.

redis.call('ZREM', KEYS[2], ARGV[5])
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('EXISTS', KEYS[3]) == 0 then
  return 0
end
local played = redis.call('HGET', KEYS[3], 'played')
redis.call('SET', KEYS[1], ARGV[1], 'EX', played and ARGV[2] or ARGV[3])
if ARGV[6] ~= '' then
  redis.call('ZADD', KEYS[4], ARGV[6], ARGV[5])
end
for i = 5, #KEYS do
  if redis.call('TTL', KEYS[i]) > tonumber(ARGV[4]) then
    redis.call('EXPIRE', KEYS[i], ARGV[4])
  end
end
return 1
