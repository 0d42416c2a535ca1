-- Store the progress of a migration, or that it is done, if this process has the lease; prolong it.
--
-- KEYS  schema, lease
-- ARGV  process, milliseconds of the lease, the schema reached if it is done or '', cursor
-- Returns 1; 0, storing nothing, if the lease has expired.

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
