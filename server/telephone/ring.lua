-- Ring for a crown, once: the mark that it was done, the call, the lists of those who are called, what
-- every process hears, and what a chat room is to be told, all at one instant.
--
-- KEYS  crowns, crowns rung for by the caller, calls so far, calls to everybody, feed, webhook,
--       the caller's calls, then those of everybody who was chosen
-- ARGV  crown's name, caller, now, line, crown, 1 to everybody, 1 to tell the chat room, feed length,
--       most calls to everybody, most of an account, what keys of calls begin with, ids of the chosen
-- Returns the call's number; 0 where it has been rung for, -1 where there is no such crown.

local everybody, begins = ARGV[6] == '1', ARGV[11]
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  return -1
end
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  return 0
end
local number = redis.call('INCR', KEYS[3])
local call = begins .. number
local entry = number .. ' ' .. ARGV[3] .. ' ' .. ARGV[2]
redis.call('HSET', KEYS[2], ARGV[1], number)
redis.call('HSET', call, 'caller', ARGV[2], 'at', ARGV[3], 'award', ARGV[1], 'line', ARGV[4],
  'told', ARGV[5], 'everybody', ARGV[6], 'lists', 0)

-- A call is kept as long as it stands in any list.
local function enter(list, most)
  redis.call('ZADD', list, number, entry)
  redis.call('HINCRBY', call, 'lists', 1)
  while redis.call('ZCARD', list) > most do
    local oldest = begins .. string.match(redis.call('ZPOPMIN', list)[1], '^%d+')
    if redis.call('HINCRBY', oldest, 'lists', -1) <= 0 then
      redis.call('DEL', oldest, oldest .. ':answers')
    end
  end
end

if everybody then
  enter(KEYS[4], tonumber(ARGV[9]))
end
for i = 7, #KEYS do
  enter(KEYS[i], tonumber(ARGV[10]))
end
if ARGV[7] == '1' then
  redis.call('ZADD', KEYS[6], ARGV[3], number)
end
redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[8], '*', 'what', 'rung', 'call', number, 'to', ARGV[12])
return number
