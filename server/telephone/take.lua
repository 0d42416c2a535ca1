-- Take the first call that a chat room is to be told of now, so that nobody else does for a while.
--
-- KEYS  webhook
-- ARGV  now, until when it is taken, what keys of calls begin with
-- Returns its number and which try this is; with no number, when there will be one; or nothing.

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
