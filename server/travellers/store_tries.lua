-- Add tries to the rows of a deal, unless they are there already. The text of each choice gets a number,
-- which it keeps, so that the row of a try is the same whenever it is made.
--
-- KEYS  rows of the deal, numbers of the texts of choices
-- ARGV  seconds to live, most rows, then for each try: the part of its row before the choices, the part
--       after them, the number of its choices, and the text of each
-- Returns how many rows were added.

local added, at = 0, 3
while at <= #ARGV do
  local row = {ARGV[at]}
  for choice = 1, DEPTH do
    local number = 0
    if choice <= tonumber(ARGV[at + 2]) then
      local text = ARGV[at + 2 + choice]
      number = tonumber(redis.call('HGET', KEYS[2], text)) or 0
      local known = redis.call('HLEN', KEYS[2])
      if number == 0 and known < 65535 then
        number = known + 1
        redis.call('HSET', KEYS[2], text, number)
      end
    end
    row[#row + 1] = string.char(number % 256, math.floor(number / 256))
  end
  row[#row + 1] = ARGV[at + 1]
  local whole = table.concat(row)
  if redis.call('LLEN', KEYS[1]) < tonumber(ARGV[2]) and not redis.call('LPOS', KEYS[1], whole) then
    redis.call('RPUSH', KEYS[1], whole)
    added = added + 1
  end
  at = at + 3 + ARGV[at + 2]
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[1])
return added
