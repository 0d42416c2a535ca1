-- Take the first due call of the webhook queue. The call stays in the queue with a later time, so that
-- no other process takes it before that time.
--
-- KEYS  webhook queue
-- ARGV  now, time to which the call is moved in the queue, prefix of the keys of calls
-- Returns {call's number, number of this try, from 1}; {0, time of the next call} if none is due; {} if
-- the queue is empty.

while true do
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if not first[1] then
    return {}
  end
  if tonumber(first[2]) > tonumber(ARGV[1]) then
    return { 0, first[2] }
  end
  local call = ARGV[3] .. first[1]
  if redis.call('EXISTS', call) == 1 then
    redis.call('ZADD', KEYS[1], ARGV[2], first[1])
    return { first[1], redis.call('HINCRBY', call, 'tries', 1) }
  end
  redis.call('ZREM', KEYS[1], first[1])
end
