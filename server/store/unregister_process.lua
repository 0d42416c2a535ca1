-- Remove a server process that is ending in order. If no other process is alive, delete the list of
-- processes; heartbeat.lua then takes the time until the next process starts for an outage.
--
-- KEYS  beat, processes, draining processes, programs (the schema that each process knows)
-- ARGV  process, server time since which it has stored nothing, server time, milliseconds without a
--       heartbeat after which a process counts as dead
-- Returns 1 if it was the last process alive, else 0.

redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[4], ARGV[1])
for _, at in ipairs(redis.call('HVALS', KEYS[2])) do
  if tonumber(ARGV[3]) - tonumber(at) <= tonumber(ARGV[4]) then
    return 0
  end
end
redis.call('DEL', KEYS[2], KEYS[3]) -- not KEYS[4]: a new process may be in it that has not sent a heartbeat yet
redis.call('SET', KEYS[1], ARGV[2])
return 1
