-- Count a login try in every bucket, unless one of them says to wait.
-- It is counted before the password is checked, so that concurrent tries gain nothing.
--
-- KEYS  one for each bucket
-- ARGV  now, then for each bucket: free tries, first delay, longest delay, forgotten after (ms)
-- Returns the milliseconds to wait, and then nothing is counted; 0 when the try has been counted.

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
