-- Set the time before which no process takes a race from the queue. A race that is no longer in the
-- queue stays out of it.
--
-- KEYS  queue of races to analyse, numbers of tries
-- ARGV  member of the race in the queue, milliseconds from now, 1 if this was no try

if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
  if ARGV[3] == '1' then
    redis.call('HDEL', KEYS[2], ARGV[1])
  end
end
