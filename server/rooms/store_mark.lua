-- Store the tilt mark of a card or a pile, or remove it. The number of marks of a seat is limited.
--
-- KEYS  marks
-- ARGV  place, tilt and card ('' removes the mark), seconds to live, most marks
-- Returns 1; 0, storing nothing, if there are too many marks.

if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
  return 1
end
local more = redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0
if more and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
