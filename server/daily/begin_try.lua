-- Begin an account's only try of a daily deal, unless another account of the same name has tried
-- it: who deletes an account and claims its name again gets no second try.
--
-- KEYS  the deal, the digests of the names that have tried it
-- ARGV  the field of the account's try, the code of a room for it, the account, milliseconds the
--       digests live, the digests of the account's name
-- Returns the room code of the account's try, new or earlier; false if another account of the same name
-- has tried the deal.

local begun = redis.call('HGET', KEYS[1], ARGV[1])
if begun then
  return begun
end
for i = 5, #ARGV do
  local account = redis.call('HGET', KEYS[2], ARGV[i])
  if account and account ~= ARGV[3] then
    return false
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
for i = 5, #ARGV do
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[3])
end
redis.call('PEXPIRE', KEYS[2], ARGV[4])
return ARGV[2]
