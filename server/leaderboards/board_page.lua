-- Return a page of a board, best score first.
--
-- KEYS  board, its rows or ratings
-- ARGV  1 if lower is better or else 0, offset, number of rows, an account to centre the page on or ''
-- Returns {number of accounts on the board, offset of the page (-1 if the account is not on the board),
-- place of the first row, {account, score, ...}, {row or rating, ...}}.

local lower = ARGV[1] == '1'
local offset, count = tonumber(ARGV[2]), tonumber(ARGV[3])
local total = redis.call('ZCARD', KEYS[1])

if ARGV[4] ~= '' then
  local rank = redis.call(lower and 'ZRANK' or 'ZREVRANK', KEYS[1], ARGV[4])
  if not rank then return {total, -1, 0, {}, {}} end
  offset = math.max(0, math.min(rank - math.floor((count - 1) / 2), total - count))
end
local rows = redis.call(lower and 'ZRANGE' or 'ZREVRANGE', KEYS[1], offset, offset + count - 1,
  'WITHSCORES')
if #rows == 0 then return {total, offset, 0, {}, {}} end

local first = lower and redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. rows[2])
  or redis.call('ZCOUNT', KEYS[1], '(' .. rows[2], '+inf')
local accounts = {}
for i = 1, #rows, 2 do
  accounts[#accounts + 1] = rows[i]
end
return {total, offset, first + 1, rows, redis.call('HMGET', KEYS[2], unpack(accounts))}
