-- Note that a server process is alive; if for longer than the gap none was, note the outage.
-- The one process that sees the gap writes it down for all. Where all have left in order (gone.lua),
-- any time that has gone by since is one.
--
-- KEYS  beat, outages, processes
-- ARGV  server time, gap in milliseconds, process
-- Returns every outage as "since until", oldest first, every process with its last beat, and the store's
-- TIME.

local now = tonumber(ARGV[1])
local before = tonumber(redis.call('GET', KEYS[1]) or now)
local gap = redis.call('EXISTS', KEYS[3]) == 1 and tonumber(ARGV[2]) or 0
if now >= before then
  redis.call('SET', KEYS[1], ARGV[1])
end
if now - before > gap then
  redis.call('RPUSH', KEYS[2], before .. ' ' .. ARGV[1])
  redis.call('LTRIM', KEYS[2], -100, -1)
end

redis.call('HSET', KEYS[3], ARGV[3], ARGV[1])
local processes = redis.call('HGETALL', KEYS[3])
for i = 1, #processes, 2 do
  if now - tonumber(processes[i + 1]) > 86400000 then
    redis.call('HDEL', KEYS[3], processes[i])
  end
end
return {redis.call('LRANGE', KEYS[2], 0, -1), processes, redis.call('TIME')}
