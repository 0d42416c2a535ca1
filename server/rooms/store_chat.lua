-- Store a chat line of a seat, unless the seat or the room has sent too many lately.
-- The line itself goes into the chat stream of the room, which expires a minute after its last line.
-- The feed, which is kept for longer, only announces that there is something to read.
--
-- KEYS  talk, feed
-- ARGV  code, seat, text, feed length, window in ms, most lines of a seat in it, most of the room
-- Returns 1; 0, storing nothing, if there were too many.

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
