-- Remove a race from the queue, and store its analysis for as long as the race itself is stored. Nothing
-- is stored if the race has expired, if it is no longer in the queue, or if the analysis is empty, which
-- means that the race has none.
--
-- KEYS  queue of races to analyse, numbers of tries, analysis, compact form of the race
-- ARGV  member of the race in the queue, analysis

redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 and ARGV[2] ~= '' then
  local left = redis.call('PTTL', KEYS[4])
  if left > 0 then
    redis.call('SET', KEYS[3], ARGV[2], 'PX', left)
  end
end
