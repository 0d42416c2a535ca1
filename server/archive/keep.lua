-- Keep a race that is over in its compact form, and let its logs go a day later: whoever has begun
-- to read them may finish. Nothing of it can change any more, so whoever does it first has done it.
--
-- KEYS  kept, over, race, then the logs: all other keys of the race
-- ARGV  the compact form, seconds to live if the room has been played in, and else, seconds the logs
--       still live, the race as it stands among those that are over
-- Returns 1, or 0 where it was done before or the room is no more.

redis.call('ZREM', KEYS[2], ARGV[5])
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('EXISTS', KEYS[3]) == 0 then
  return 0
end
local played = redis.call('HGET', KEYS[3], 'played')
redis.call('SET', KEYS[1], ARGV[1], 'EX', played and ARGV[2] or ARGV[3])
for i = 4, #KEYS do
  if redis.call('TTL', KEYS[i]) > tonumber(ARGV[4]) then
    redis.call('EXPIRE', KEYS[i], ARGV[4])
  end
end
return 1
