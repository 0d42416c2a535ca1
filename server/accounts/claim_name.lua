-- Create an account with its name, or rename one, unless another account has a name like it.
--
-- KEYS  account, then the keys of the new name, then those of the old one
-- ARGV  account's id, number of keys of the new name, the old name's keys as stored with the account
--       ('' for a new account), field, value, ...
-- Returns 1; 0 if the name is another's; -1 if the account's name has changed. 0 and -1 change nothing.

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
