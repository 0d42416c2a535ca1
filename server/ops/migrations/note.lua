-- Note how far the step to the next schema has come, or that it is done, if it is this process's.
--
-- KEYS  schema, lease
-- ARGV  process, milliseconds of the lease, the step's number if it is done or '', cursor
-- Returns 1, or 0 where the lease has run out.

if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return 0
end
if ARGV[3] ~= '' then
  redis.call('HSET', KEYS[1], 'number', ARGV[3])
  redis.call('HDEL', KEYS[1], 'cursor')
  redis.call('DEL', KEYS[2])
  return 1
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[1], 'cursor', ARGV[4])
end
return 1
