-- If this process has the lease, store the progress of a migration and prolong the lease, or store that
-- the migration is done and give up the lease.
--
-- KEYS  schema, lease
-- ARGV  process, milliseconds of the lease, the schema reached if the migration is done or '', the
--       cursor of the step or '' to keep the stored one
-- Returns 1; 0, storing nothing, if the process does not have the lease any more.

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
