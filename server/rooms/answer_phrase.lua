-- Store the chat line with which the server answers a set phrase of a seat, unless the seat has had an
-- answer in this race. store_chat.lua says how chat lines are stored.
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
