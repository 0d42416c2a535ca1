-- Give an account its name, if nobody has one like it: a new account, or another name for an old.
--
-- KEYS  account, then the keys of the new name, then those of the old one
-- ARGV  account's id, how many keys the new name has, the old name's keys as the account has them
--       ('' for a new account), field, value, ...
-- Returns 1; 0 when the name is somebody else's; -1 when the account is not what the caller thinks.

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
