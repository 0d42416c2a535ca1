-- Take the first race of the queue whose time has come. It stays in the queue with a later time, so that
-- no other process takes it before that time, and another one takes it then if this process has died.
-- A race that was taken too often without a result is removed.
--
-- KEYS  queue of races to analyse, numbers of tries
-- ARGV  milliseconds for which the race is taken, most tries
-- Returns {member of the queue, server time in milliseconds}; {} if no race is to be taken now.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
while true do
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if not first[1] or tonumber(first[2]) > now then
    return {}
  end
  if redis.call('HINCRBY', KEYS[2], first[1], 1) <= tonumber(ARGV[2]) then
    redis.call('ZADD', KEYS[1], now + ARGV[1], first[1])
    return { first[1], string.format('%d', now) }
  end
  redis.call('ZREM', KEYS[1], first[1])
  redis.call('HDEL', KEYS[2], first[1])
end
