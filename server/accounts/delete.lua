-- An account and all that is its own are no more; its name is free.
--
-- KEYS  accounts that are no more, account, then the keys of its name, then all else that goes
-- ARGV  the keys of its name as the account has them, its id
-- Returns 1, or 0 when the account is not what the caller thinks.

if redis.call('HGET', KEYS[2], 'keys') ~= ARGV[1] then
  return 0
end
redis.call('DEL', unpack(KEYS, 2))
redis.call('SADD', KEYS[1], ARGV[2])
return 1
