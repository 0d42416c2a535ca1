-- Store each preference that is newer than the stored one.
--
-- KEYS  account, its preferences
-- ARGV  most preferences, then for each: name, time it was chosen, value as JSON (`null` resets it)
-- Returns 1; 0 if there would be too many; -1 if the account is deleted. After 0 and -1 nothing has
-- changed.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return -1
end
local fresh = redis.call('HLEN', KEYS[2])
for i = 2, #ARGV, 3 do
  fresh = fresh + 1 - redis.call('HEXISTS', KEYS[2], ARGV[i])
end
if fresh > tonumber(ARGV[1]) then
  return 0
end
for i = 2, #ARGV, 3 do
  local kept = redis.call('HGET', KEYS[2], ARGV[i])
  if not kept or tonumber(string.match(kept, '^(%d+) ')) < tonumber(ARGV[i + 1]) then
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1] .. ' ' .. ARGV[i + 2])
  end
end
return 1
