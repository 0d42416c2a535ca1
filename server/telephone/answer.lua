-- Answer a call, or change the answer. The latest answer counts, but it keeps the position of the
-- account's first answer.
--
-- KEYS  call, its answers, feed
-- ARGV  the call's number, account, answer, the answer's code (below 4), now, feed length
-- The score of an account among the answers is 4 * (time of its first answer) + the answer's code.
-- Returns 1; 0 if the call no longer exists.

if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
local before = redis.call('ZSCORE', KEYS[2], ARGV[2])
local at = before and math.floor(tonumber(before) / 4) or tonumber(ARGV[5])
local score = string.format('%.0f', at * 4 + tonumber(ARGV[4]))
if before ~= score then
  redis.call('ZADD', KEYS[2], score, ARGV[2])
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[6], '*', 'what', 'answered', 'call', ARGV[1],
    'account', ARGV[2], 'answer', ARGV[3])
end
return 1
