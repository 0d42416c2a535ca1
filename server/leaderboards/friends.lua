-- Where some accounts stand on a board.
--
-- KEYS  board, and the rows or ratings behind it
-- ARGV  1 where lower is better or else 0, then accounts
-- Returns how many are on the board, and for each that is: account, score, how many are strictly better,
-- what is kept of it or ''.

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
