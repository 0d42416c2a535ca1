-- Store commands at the common table of a race, if the table still has the number of commands on which they
-- were judged. So of two processes that judge at the same time, one stores its commands; the other reads
-- them and judges its own again.
--
-- KEYS  race, seats, feed, due, then for each seat that has commands: its moves
-- ARGV  the words that table_commands.py names, which replace each of these names in capitals in this text;
--       then for each command: the position of its moves among the last keys, from 1, and its entry; then for
--       each changed standing: seat, standing. In a standing @ stands for the race time.
-- Returns a list of texts:
--   "ok MS"      stored, at race time MS; without commands, nothing is stored
--   "behind N"   the table has N commands by now; nothing is stored
--   "waiting", "bell", "over"  the race has not begun; its time is up; it is over
--   "lost"       the store does not have the race
--
-- Each command is in the log of its seat as "ms key author number delay text". The number of commands of the
-- table is the field `commands` of the race.

local now = tonumber(ARGV[NOW])
local race = redis.call('HMGET', KEYS[1], 'n', 'status', 'origin', 'bell', 'last', 'commands')
if not race[1] then return {'lost'} end
if race[1] ~= ARGV[NUMBER] or race[2] == 'over' then return {'over'} end
if race[2] ~= 'running' then return {'waiting'} end
if (race[6] or '0') ~= ARGV[EXPECTED] then return {'behind ' .. (race[6] or '0')} end
if now >= tonumber(race[4]) then return {'bell'} end

local ms = string.format('%d', math.max(now - tonumber(race[3]), tonumber(race[5])))
local commands, position = tonumber(ARGV[COMMANDS]), WORDS
if commands == 0 then return {'ok ' .. ms} end
for _ = 1, commands do
  redis.call('RPUSH', KEYS[4 + tonumber(ARGV[position + 1])], ms .. ' ' .. ARGV[position + 2])
  position = position + 2
end
local deadline = ''
local ended = tonumber(ARGV[ENDED])
if ended > 0 and redis.call('HINCRBY', KEYS[1], 'active', -ended) == 0 then
  deadline = ARGV[NOW]
  redis.call('ZADD', KEYS[4], now, ARGV[CODE])
end
local news = {}
while position < #ARGV do
  local seat, standing = ARGV[position + 1], string.gsub(ARGV[position + 2], '@', ms)
  redis.call('HSET', KEYS[2], seat, standing)
  news[#news + 1] = ARGV[CODE] .. ' ' .. ARGV[NUMBER] .. ' ' .. seat .. ' ' .. deadline .. '|' .. standing
  position = position + 2
end
redis.call('HSET', KEYS[1], 'last', ms, 'commands', tonumber(ARGV[EXPECTED]) + commands)
for key = 5, #KEYS do
  redis.call('EXPIRE', KEYS[key], ARGV[LIFE_S])
end
redis.call('EXPIRE', KEYS[2], ARGV[LIFE_S])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[FEED_LENGTH], '*', 'kind', 'moves', 'body',
  table.concat(news, '\n'))
return {'ok ' .. ms}
