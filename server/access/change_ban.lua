-- Add or lift a ban, add a line to the history of bans, and order every process to read the bans again.
--
-- KEYS  bans, history, orders (the stream that every process reads)
-- ARGV  field of the ban, the ban as JSON or '' to lift it, why it is lifted, server time, maximum number
--       of lines in the history, approximate maximum number of entries in the stream of orders
-- Returns 1. Returns 0 and changes nothing if there is no ban to lift.

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
