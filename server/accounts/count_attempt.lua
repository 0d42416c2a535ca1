-- Count a login try in every bucket, unless one of them delays tries. The try is counted before its
-- password is checked, so that concurrent tries gain nothing.
--
-- KEYS  one for each bucket
-- ARGV  now, then for each bucket: number of free tries, first delay, longest delay, time after which
--       the count expires (all times in ms)
-- Returns 0 if the try has been counted; else the milliseconds to wait, and nothing is counted.

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
