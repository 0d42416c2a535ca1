-- Delete a deleted account's lists of calls and its answers, and remove its id and its words from
-- the calls it made.
--
-- KEYS  its calls, its settings (heard, muted), its calls by crown, calls to everybody
-- ARGV  account, prefix of the keys of calls
-- Returns nothing.

local begins = ARGV[2]
for _, number in ipairs(redis.call('HVALS', KEYS[3])) do
  if redis.call('EXISTS', begins .. number) == 1 then
    redis.call('HSET', begins .. number, 'caller', '', 'line', '')
  end
end
for _, entry in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
  redis.call('ZREM', begins .. string.match(entry, '^%d+') .. ':answers', ARGV[1])
end
for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local call = begins .. string.match(entry, '^%d+')
  redis.call('ZREM', call .. ':answers', ARGV[1])
  if redis.call('HINCRBY', call, 'lists', -1) <= 0 then
    redis.call('DEL', call, call .. ':answers')
  end
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
