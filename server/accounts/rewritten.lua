-- Clear the mark that the append-only file is to be rewritten, unless another account was deleted
-- since the mark was read.
--
-- KEYS  the mark: the id of the account deleted last
-- ARGV  the mark as it was read before the rewrite was requested
-- Returns nothing.

if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
