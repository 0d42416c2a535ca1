-- Put somebody on the list of bans, or take them off it. In the same instant the book has a line of that,
-- and every process is told.
--
-- KEYS  bans, book, orders
-- ARGV  who, the ban or '' where it is lifted, why it is, server time, most lines of the book, most orders
-- Returns 1, or 0 where there is nothing to lift.

local note = {at_ms = tonumber(ARGV[4]), done = 'banned', ban = ARGV[2]}
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
else
  note.done, note.why, note.ban = 'lifted', ARGV[3], redis.call('HGET', KEYS[1], ARGV[1])
  if not note.ban then
    return 0
  end
  redis.call('HDEL', KEYS[1], ARGV[1])
end
redis.call('RPUSH', KEYS[2], cjson.encode(note))
redis.call('LTRIM', KEYS[2], -ARGV[5], -1)
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[6], '*', 'order', 'bans')
return 1
