-- Open or close the hall of a tournament, drop halls that have reached their end, and order every
-- process to read the halls again.
--
-- KEYS  halls, orders (the stream that every process reads)
-- ARGV  code of the tournament, id of the organiser, the hall as JSON or '' to close it, server time,
--       name of the order, approximate maximum number of entries in the stream of orders
-- The order names no process, because processes of earlier versions look for the field.
-- Returns 1.

local now = tonumber(ARGV[4])
local stored = redis.call('HGETALL', KEYS[1])
for i = 1, #stored, 2 do
  local hall = cjson.decode(stored[i + 1])
  local replaced = ARGV[3] ~= '' and hall[4] == ARGV[2]
  if stored[i] == ARGV[1] or replaced or hall[6] <= now then
    redis.call('HDEL', KEYS[1], stored[i])
  end
end
if ARGV[3] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[6], '*', 'order', ARGV[5], 'process', '')
return 1
