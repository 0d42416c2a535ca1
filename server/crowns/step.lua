-- Store a step of a candidate, if no other step was stored meanwhile: the run, how far its rooms
-- were applied, the next deadline, and changes of crowns. Announce the changes and the step in the
-- feed.
--
-- KEYS  candidate, deadlines, crowns, roll, closed runs, feed
-- ARGV  account, number of the step before, run, rooms, deadline or '', seconds to live or '' for ever,
--       feed length, changes as JSON: a list of
--         ["give", name, won at, award]    add a crown; announced as "correct" if it was there before
--         ["withdraw", name]               remove a crown
--         ["close", field, run]            store an old run whose facts prove crowns
--         ["ended", why, at]               announce the end of a run
-- Returns 1; 0, storing nothing, if another step was stored meanwhile or the account is deleted.

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
