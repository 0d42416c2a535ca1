-- Note that a server process has ended in order. If no other is alive, time stands still from then on
-- until one comes: the list of processes is left empty, by which the next one knows (beat.lua).
--
-- KEYS  beat, processes, those that let everybody go, what each of them knows
-- ARGV  process, since when it has done nothing, server time, milliseconds after which one is dead

redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[4], ARGV[1])
for _, at in ipairs(redis.call('HVALS', KEYS[2])) do
  if tonumber(ARGV[3]) - tonumber(at) <= tonumber(ARGV[4]) then
    return 0
  end
end
redis.call('DEL', KEYS[2], KEYS[3]) -- of those that know something one may have come and not beaten yet
redis.call('SET', KEYS[1], ARGV[2])
return 1
