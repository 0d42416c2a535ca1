-- Append events to a room's log, if the log has the length the caller expects.
-- The same call stores the fields that moves are checked against and the room's next deadline. So the
-- events that a deadline leads to and the next deadline are stored together, and no deadline is lost.
--
-- KEYS  log, race, due, feed, listed, over, seats of the current race
-- ARGV  code, expected length, seconds to live if the room has been played in, seconds to live
--       otherwise, 1 to let the room live as if it had been played in (a race is under way, or these
--       events end a deal of a tournament, a crown race or a day), else 0,
--       "code number" of a race these events end or '', deadline ('' for none, '=' to keep it), feed
--       length, server time, 1 if the room is on the public list or else 0, number of contestants who
--       join the running race, number of events, event..., field, value, ...
--
-- A room has been played in once a finished race of it had moves by two or more seats, a finished game,
-- or ten moves (giving up is not counted), or was a deal of a tournament, a crown race or a day.
-- STANDING is the pattern by which store.py captures the moves, result and reason of a standing.
-- Returns the new length of the log; if it has another length than expected, stores nothing and returns
-- -length - 1.

local length = redis.call('LLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) then
  return -length - 1
end

local last_event = 12 + tonumber(ARGV[12])
length = redis.call('RPUSH', KEYS[1], unpack(ARGV, 13, last_event))
if #ARGV > last_event then
  redis.call('HSET', KEYS[2], unpack(ARGV, last_event + 1))
end
if ARGV[11] ~= '0' then
  redis.call('HINCRBY', KEYS[2], 'active', ARGV[11])
end
if ARGV[10] == '0' then
  redis.call('ZREM', KEYS[5], ARGV[1])
else
  redis.call('ZADD', KEYS[5], ARGV[9], ARGV[1])
end

if ARGV[6] ~= '' then
  redis.call('ZADD', KEYS[6], ARGV[9], ARGV[6])
  local moved, finished, moves = 0, 0, 0
  for _, standing in ipairs(redis.call('HVALS', KEYS[7])) do
    local moves_made, result, reason = string.match(standing, STANDING)
    local made = tonumber(moves_made)
    if reason == 'resigned' then
      made = made - 1
    elseif result ~= '-' then
      finished = finished + 1
    end
    moves = moves + made
    if made > 0 then moved = moved + 1 end
  end
  if ARGV[5] == '1' or moved >= 2 or finished > 0 or moves >= 10 then
    redis.call('HSET', KEYS[2], 'played', 1)
  end
end

local deadline = ARGV[7]
if deadline == '' then
  redis.call('ZREM', KEYS[3], ARGV[1])
elseif deadline == '=' then
  deadline = ''
else
  redis.call('ZADD', KEYS[3], deadline, ARGV[1])
end

local life = (ARGV[5] == '1' or redis.call('HGET', KEYS[2], 'played')) and ARGV[3] or ARGV[4]
redis.call('EXPIRE', KEYS[1], life)
redis.call('EXPIRE', KEYS[2], life)
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[8], '*',
  'kind', 'event', 'body', ARGV[1] .. ' ' .. length .. ' ' .. deadline)
return length
