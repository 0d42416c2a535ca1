-- Put new secrets in the place of old ones, if the old one is still there: a recovery code serves
-- once, and of two changes of a password side by side one is refused.
--
-- KEYS  account, its sessions
-- ARGV  field to compare, its value now, 1 to end all sessions, field, value, ...
-- Returns 1, or 0 when the old secret is gone.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
if ARGV[3] == '1' then
  redis.call('DEL', KEYS[2])
end
return 1
