-- Note that the append-only file has been rewritten, unless another account was deleted meanwhile.
--
-- KEYS  what wants the file rewritten
-- ARGV  what it was when the rewrite was requested
-- Returns nothing.

if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
