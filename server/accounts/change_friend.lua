-- Add, accept, remove, block or unblock a friend. Each of two accounts stores its relation to the
-- other: `asked` (it has asked the other), `asks` (the other has asked it), `friend`, `blocked`, or
-- nothing. An account that is blocked does not learn of it: when it asks, it stores `asked`, and
-- the other account stays at `blocked`.
--
-- KEYS  my friends, their friends, their account
-- ARGV  my id, their id, one of: add accept remove block unblock; most friends
-- Returns my new relation to them ('' for nothing), or an error, after which nothing has changed:
-- !gone (their account is deleted), !blocked (I have blocked them), !unasked (they have not asked
-- me), !full (one of the two accounts has the most friends).

local me, them, what = ARGV[1], ARGV[2], ARGV[3]
local mine = redis.call('HGET', KEYS[1], them) or ''
local theirs = redis.call('HGET', KEYS[2], me) or ''

local function set(key, who, state)
  if state == '' then
    redis.call('HDEL', key, who)
  else
    redis.call('HSET', key, who, state)
  end
end

if (what == 'add' or what == 'accept') and redis.call('EXISTS', KEYS[3]) == 0 then
  return '!gone'
end
if what == 'accept' and mine ~= 'asks' and mine ~= 'friend' then
  return '!unasked'
end
if what == 'add' and mine == 'blocked' then
  return '!blocked'
end
if mine == '' and (what == 'add' or what == 'block') then
  local most = tonumber(ARGV[4])
  if redis.call('HLEN', KEYS[1]) >= most then
    return '!full'
  end
  if what == 'add' and theirs == '' and redis.call('HLEN', KEYS[2]) >= most then
    return '!full'
  end
end

if what == 'add' and mine == '' then
  mine = 'asked'
  if theirs == '' then
    theirs = 'asks'
  end
elseif (what == 'add' or what == 'accept') and mine == 'asks' then
  mine, theirs = 'friend', 'friend'
elseif what == 'remove' and mine ~= 'blocked' then
  mine = ''
  if theirs ~= 'blocked' then
    theirs = ''
  end
elseif what == 'block' then
  mine = 'blocked'
  if theirs ~= 'blocked' then
    theirs = ''
  end
elseif what == 'unblock' and mine == 'blocked' then
  mine = ''
  if theirs == 'asked' then
    theirs = ''
  end
end
set(KEYS[1], them, mine)
set(KEYS[2], me, theirs)
return mine
