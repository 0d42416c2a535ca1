-- Note that accounts are about to see a deal. The first note of a deal is kept. Deleted accounts
-- are skipped, because nothing would ever delete their notes.
--
-- KEYS  for each account: its candidate, its seen deals
-- ARGV  the deal; the id of the race, or `watched` or `replayed`; seconds to live
-- Returns nothing.

for i = 1, #KEYS, 2 do
  if redis.call('HEXISTS', KEYS[i], 'gone') == 0 then
    redis.call('HSETNX', KEYS[i + 1], ARGV[1], ARGV[2])
    redis.call('EXPIRE', KEYS[i + 1], ARGV[3])
  end
end
