-- Replace secrets of an account, if the compared field still has its expected value. So a recovery
-- code works only once, and of two concurrent changes of a password one fails.
--
-- KEYS  account, its sessions
-- ARGV  field to compare, its expected value, 1 to end all sessions or else 0, field, value, ...
-- Returns 1; 0, changing nothing, if the compared secret has changed.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
if ARGV[3] == '1' then
  redis.call('DEL', KEYS[2])
end
return 1
