-- Something is said in a room, unless its seat, or the room, has said too much lately.
-- What was said stands in the room's own stream for a minute, for the processes to fetch; the feed,
-- which is kept for longer, only says that there is something.
--
-- KEYS  talk, feed
-- ARGV  code, seat, what was said, feed length, within so many ms, most of a seat, most of the room
-- Returns 1, or 0 if it was too much.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lately = redis.call('XRANGE', KEYS[1], string.format('%.0f', now - ARGV[5]), '+')
local own = 0
for _, entry in ipairs(lately) do
  if entry[2][2] == ARGV[2] then own = own + 1 end
end
if own >= tonumber(ARGV[6]) or #lately >= tonumber(ARGV[7]) then
  return 0
end
redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[7], '*', 'seat', ARGV[2], 'said', ARGV[3])
redis.call('PEXPIRE', KEYS[1], 60000)
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[4], '*', 'kind', 'talk', 'body', ARGV[1])
return 1
