-- Append events to a room's log, if the room is where the caller thinks it is.
-- With them go the fields moves are judged by and the room's next deadline, so that no deadline is
-- ever lost between being met and being replaced: meeting it is the append.
--
-- KEYS  log, race, due, feed, listed
-- ARGV  code, expected length, seconds to live, deadline ('' for none, '=' for as it is), feed length,
--       server time if the room is on the public list or else '', number of contestants who join the
--       race while it runs, number of events, event..., field, value, ...
-- Returns the new length, or -(length) - 1 when the room has moved on.

local length = redis.call('LLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) then
  return -length - 1
end

local last_event = 8 + tonumber(ARGV[8])
length = redis.call('RPUSH', KEYS[1], unpack(ARGV, 9, last_event))
if #ARGV > last_event then
  redis.call('HSET', KEYS[2], unpack(ARGV, last_event + 1))
end
if ARGV[7] ~= '0' then
  redis.call('HINCRBY', KEYS[2], 'active', ARGV[7])
end
if ARGV[6] == '' then
  redis.call('ZREM', KEYS[5], ARGV[1])
else
  redis.call('ZADD', KEYS[5], ARGV[6], ARGV[1])
end

local deadline = ARGV[4]
if deadline == '' then
  redis.call('ZREM', KEYS[3], ARGV[1])
elseif deadline == '=' then
  deadline = ''
else
  redis.call('ZADD', KEYS[3], deadline, ARGV[1])
end

redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[5], '*',
  'kind', 'event', 'body', ARGV[1] .. ' ' .. length .. ' ' .. deadline)
return length
