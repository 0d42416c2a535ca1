-- Return the scores and places of some accounts on a board.
--
-- KEYS  board, its rows or ratings
-- ARGV  1 if lower is better or else 0, then accounts
-- Returns {number of accounts on the board, {{account, score, number of accounts with a better score,
-- its row or rating or ''}, ...}}. Accounts that are not on the board are left out.

local lower = ARGV[1] == '1'
local found = {}
for i = 2, #ARGV do
  local score = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if score then
    local better = lower and redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. score)
      or redis.call('ZCOUNT', KEYS[1], '(' .. score, '+inf')
    found[#found + 1] = {ARGV[i], score, better, redis.call('HGET', KEYS[2], ARGV[i]) or ''}
  end
end
return {redis.call('ZCARD', KEYS[1]), found}
