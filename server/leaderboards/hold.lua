-- Hold what follows from the results log while it is made anew. Whoever has let a hold run out has lost
-- it, and does not get it back.
--
-- KEYS  rebuilding, held; if anything is to be replaced, its key and the key it was made anew under
-- ARGV  who, for how many milliseconds, and what:
--       begin   nobody else makes it anew from now on
--       go on   as before
--       hold    nobody else changes the book or what follows from it, either
--       end     let go
-- Returns 1; 0 where somebody else holds it.

local who, ms, what = ARGV[1], ARGV[2], ARGV[3]
if what == 'begin' then
  return redis.call('SET', KEYS[1], who, 'NX', 'PX', ms) and 1 or 0
end
if redis.call('GET', KEYS[1]) ~= who then return 0 end
if what == 'end' then
  redis.call('DEL', KEYS[1], KEYS[2])
  return 1
end
redis.call('PEXPIRE', KEYS[1], ms)
if what == 'hold' then
  redis.call('SET', KEYS[2], who, 'PX', ms)
end
if #KEYS == 4 then
  redis.call('UNLINK', KEYS[3])
  if redis.call('EXISTS', KEYS[4]) == 1 then
    redis.call('RENAME', KEYS[4], KEYS[3])
  end
end
return 1
