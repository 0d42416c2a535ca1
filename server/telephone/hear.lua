-- Store that an account has seen all calls up to a number ("heard" them). The stored number never gets
-- smaller, and never exceeds the number of the last call.
--
-- KEYS  the account's settings (heard, muted), number of the last call
-- ARGV  number of a call
-- Returns nothing.

local heard = tonumber(redis.call('HGET', KEYS[1], 'heard') or '0')
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
redis.call('HSET', KEYS[1], 'heard', math.max(heard, math.min(last, tonumber(ARGV[1]))))
