-- Delete an account with all its own data, free its name, and add it to the deleted accounts of
-- which other packages may still keep data.
--
-- KEYS  deleted accounts, account, then the keys of its name, then its other data
-- ARGV  the keys of its name as stored with the account, its id
-- Returns 1; 0, changing nothing, if the account's name has changed.

if redis.call('HGET', KEYS[2], 'keys') ~= ARGV[1] then
  return 0
end
redis.call('DEL', unpack(KEYS, 2))
redis.call('SADD', KEYS[1], ARGV[2])
return 1
