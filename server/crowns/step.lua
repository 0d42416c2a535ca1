-- Take a candidate one step on, if nobody else has meanwhile: the run, how far rooms were heard, the
-- next deadline and what became of crowns, all at one instant.
--
-- KEYS  candidate, due, awards, roll, closed runs, feed
-- ARGV  account, expected step, run, rooms, deadline or '', seconds to live or '' for ever,
--       feed length, changes as JSON: a list of
--         ["give", name, won at, award]    a crown; told as "correct" where it was given before
--         ["withdraw", name]               it is none any more
--         ["close", field, run]            facts to keep for their crowns
--         ["ended", why, at]               a run is over
-- Returns 1, or 0 where somebody was quicker, or the account is no more.

local known = redis.call('HMGET', KEYS[1], 'step', 'gone')
if known[2] or (known[1] or '0') ~= ARGV[2] then
  return 0
end

redis.call('HSET', KEYS[1], 'step', ARGV[2] + 1, 'run', ARGV[3], 'rooms', ARGV[4])
if ARGV[5] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
end
if ARGV[6] == '' then
  redis.call('PERSIST', KEYS[1])
else
  redis.call('EXPIRE', KEYS[1], ARGV[6])
end

for _, change in ipairs(cjson.decode(ARGV[8])) do
  local what, name = change[1], change[2]
  if what == 'give' then
    if redis.call('HSET', KEYS[3], name, change[4]) == 0 then what = 'correct' end
    redis.call('ZADD', KEYS[4], change[3], name)
  elseif what == 'withdraw' then
    redis.call('HDEL', KEYS[3], name)
    redis.call('ZREM', KEYS[4], name)
  elseif what == 'close' then
    redis.call('HSET', KEYS[5], name, change[3])
  end
  if what ~= 'close' then
    redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[7], '*', 'account', ARGV[1], 'what', what, 'name', name)
  end
end
redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[7], '*', 'account', ARGV[1], 'what', 'step', 'name', '')
return 1
