-- A part of a board, with the place of its first row and what is kept of those on it.
--
-- KEYS  board, and the rows or ratings behind it
-- ARGV  1 where lower is better or else 0, offset, number of rows, an account to be in the middle of
--       the rows or ''
-- Returns how many are on the board, the offset (-1 where the account is not on it), the place of the
-- first row, the rows as account, score, ..., and what is kept of each.

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
