-- Make the call about a crown, which is possible once for each crown: store the call, add it to the
-- lists of the caller and of the accounts called, announce it in the feed, and queue it for the
-- webhook if wanted.
--
-- KEYS  crowns, the caller's calls by crown, number of the last call, calls to everybody, feed,
--       webhook queue, the caller's calls, then the calls of each account called
-- ARGV  crown's name, caller, now, the caller's words, crown as JSON, 1 to call everybody, 1 to queue
--       it for the webhook, feed length, most calls to everybody, most calls of an account, prefix of
--       the keys of calls, ids of the accounts called
-- Returns the call's number; 0 if the caller has made a call for this crown; -1 if there is no such
-- crown.

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

-- Add the call to a list, and drop the oldest calls if the list is too long. A call that is in no list
-- any more is deleted.
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
