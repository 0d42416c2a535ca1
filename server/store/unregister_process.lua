-- Remove a server process that has ended in order. If no other is alive, the list of processes is
-- deleted, which tells the next process that the time since is an outage (heartbeat.lua).
--
-- KEYS  beat, processes, draining processes, programs (the schema each process knows)
-- ARGV  process, since when it has done nothing, server time, milliseconds after which one is dead
-- Returns 1 if it was the last process alive, else 0.

redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[4], ARGV[1])
for _, at in ipairs(redis.call('HVALS', KEYS[2])) do
  if tonumber(ARGV[3]) - tonumber(at) <= tonumber(ARGV[4]) then
    return 0
  end
end
redis.call('DEL', KEYS[2], KEYS[3]) -- not KEYS[4]: a new process may be there without a beat yet
redis.call('SET', KEYS[1], ARGV[2])
return 1
