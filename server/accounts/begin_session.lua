-- Begin or prolong a session, unless the account is deleted. Remove sessions that have ended. If
-- more than the most remain, remove those that end first, but never this one.
--
-- KEYS  account, its sessions, its devices
-- ARGV  session's number, "digest until", now, most sessions, device's digest or '', most devices
-- Returns 1; 0 if the account is deleted.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])

local kept = {}
local all = redis.call('HGETALL', KEYS[2])
for i = 1, #all, 2 do
  local ends = tonumber(string.match(all[i + 1], ' (%d+)'))
  if ends <= tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[2], all[i])
  elseif all[i] ~= ARGV[1] then
    kept[#kept + 1] = { ends, all[i] }
  end
end
table.sort(kept, function(a, b) return a[1] > b[1] or (a[1] == b[1] and a[2] > b[2]) end)
for i = tonumber(ARGV[4]), #kept do
  redis.call('HDEL', KEYS[2], kept[i][2])
end

if ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[3], ARGV[5])
  redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -tonumber(ARGV[6]) - 1)
end
return 1
