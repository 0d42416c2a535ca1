-- Create an account with its name, or rename an account. Names are compared by their keys: another
-- account that owns a key of the new name has the same name or a similar one.
--
-- KEYS  account, then the owner of each key of the new name, then the owner of each key of the old name
-- ARGV  account's id, number of keys of the new name, the old name's keys as stored with the account
--       ('' for a new account), field, value, ...
-- Returns 1; 0 if another account owns the name; -1 if the account's name has changed meanwhile. After
-- 0 and -1 nothing has changed.

local fresh = tonumber(ARGV[2])
if (redis.call('HGET', KEYS[1], 'keys') or '') ~= ARGV[3] then
  return -1
end
for i = 2, 1 + fresh do
  local owner = redis.call('GET', KEYS[i])
  if owner and owner ~= ARGV[1] then
    return 0
  end
end

for i = 2 + fresh, #KEYS do
  if redis.call('GET', KEYS[i]) == ARGV[1] then
    redis.call('DEL', KEYS[i])
  end
end
for i = 2, 1 + fresh do
  redis.call('SET', KEYS[i], ARGV[1])
end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
return 1
