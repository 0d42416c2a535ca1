-- Store the line that answers a set phrase of a seat, unless it was answered before in this race.
-- Where chat lines go, store_chat.lua says.
--
-- KEYS  phrases of the race, talk, feed
-- ARGV  code, seat, text of the answer, feed length, seconds for which the phrases are kept
-- Returns 1; 0, storing nothing, if the seat has had its answer.

if redis.call('HSETNX', KEYS[1], ARGV[2], 'thanked') == 0 then
  return 0
end
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('XADD', KEYS[2], '*', 'seat', ARGV[2], 'said', ARGV[3])
redis.call('PEXPIRE', KEYS[2], 60000)
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'kind', 'talk', 'body', ARGV[1])
return 1
