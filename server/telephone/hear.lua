-- Calls up to a number have been heard; nobody can hear those that are to come, nor unhear any.
--
-- KEYS  what is kept of how an account listens, calls so far
-- ARGV  number

local heard = tonumber(redis.call('HGET', KEYS[1], 'heard') or '0')
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
redis.call('HSET', KEYS[1], 'heard', math.max(heard, math.min(last, tonumber(ARGV[1]))))
