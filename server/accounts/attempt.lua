-- Count a try in every bucket, if none of them says to wait.
-- It is counted before anybody knows whether it is right, so that tries side by side gain nothing.
--
-- KEYS  a bucket each
-- ARGV  now, then for each bucket: free tries, first delay, longest delay, forgotten after (ms)
-- Returns how many milliseconds to wait; 0 when the try may be made and has been counted.

local now, wait = tonumber(ARGV[1]), 0
for _, key in ipairs(KEYS) do
  wait = math.max(wait, tonumber(redis.call('HGET', key, 'until') or '0') - now)
end
if wait > 0 then
  return wait
end

for i, key in ipairs(KEYS) do
  local at = 2 + 4 * (i - 1)
  local over = redis.call('HINCRBY', key, 'n', 1) - tonumber(ARGV[at])
  if over > 0 then
    local delay = tonumber(ARGV[at + 1]) * 2 ^ math.min(over - 1, 30)
    redis.call('HSET', key, 'until', now + math.min(delay, tonumber(ARGV[at + 2])))
  end
  redis.call('PEXPIRE', key, ARGV[at + 3])
end
return 0
