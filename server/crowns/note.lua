-- Note that accounts are about to see a deal, but for those that are no more: nobody would let it go.
--
-- KEYS  for each account its candidate and the deals it has seen
-- ARGV  the deal, how it is seen, seconds to live

for i = 1, #KEYS, 2 do
  if redis.call('HEXISTS', KEYS[i], 'gone') == 0 then
    redis.call('HSETNX', KEYS[i + 1], ARGV[1], ARGV[2])
    redis.call('EXPIRE', KEYS[i + 1], ARGV[3])
  end
end
