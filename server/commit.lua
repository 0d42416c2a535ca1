-- Store a batch of moves of one shard. Each is judged here, at the moment it is stored: the race
-- must be running, the bell not have rung, the seat not be done nor on a break, and the ply be the
-- next one of the very history the move was made on (its head, kept with each move: "ms head author text").
-- A move that is stored already is answered again.
--
-- KEYS  feed, due, then for each move: race, seats, moves
-- ARGV  server time, seconds to live, feed length, then for each move:
--       code, race number, seat, ply, head of the log before it, and with it, author and move text,
--       progress, tie-break, points or '-', score or '-', result or '-', reason or '-',
--       progress and tie-break of the deal, 1 if no move was taken back or else 0
-- Returns for each move "ok MS STANDING", "again MS", "ply N", "waiting", "bell", "over", "ended",
-- "covered" or "early".
--
-- In a race to the first who is out (its field sudden is 1) nothing is stored after the move that
-- wins: its field out then has the number of the race.
--
-- A seat's standing is "ply progress best tie_break reached clean points score result reason ended";
-- best, tie_break and reached are of the best position so far: by progress, then by tie-break.

local now = tonumber(ARGV[1])
local answers = {}
local news = {}
local races = {}
local last = {}

local function judge(race, number)
  local r = races[race] or redis.call('HMGET', race, 'n', 'status', 'origin', 'bell', 'last', 'out', 'sudden', 'covered', 'due')
  races[race] = r
  if r[1] ~= number or r[2] == 'over' or r[6] == number then return nil, 'over' end
  if r[2] ~= 'running' then return nil, 'waiting' end
  if now >= tonumber(r[4]) then return nil, 'bell' end
  return math.max(now - tonumber(r[3]), tonumber(r[5])), nil
end

for i = 0, (#ARGV - 3) / 16 - 1 do
  local race, seats, moves = KEYS[3 + 3 * i], KEYS[4 + 3 * i], KEYS[5 + 3 * i]
  local a = 3 + 16 * i
  local code, number, seat, ply = ARGV[a + 1], ARGV[a + 2], ARGV[a + 3], ARGV[a + 4]
  local prev, head, text = ARGV[a + 5], ARGV[a + 6], ARGV[a + 7]
  local progress, tie, result = ARGV[a + 8], ARGV[a + 9], ARGV[a + 12]
  local length = redis.call('LLEN', moves)

  local function answer()
    local number_of = 'ply ' .. length
    if length > tonumber(ply) then
      local ms, stored = string.match(redis.call('LINDEX', moves, ply), '^(%d+) (%S+)')
      return stored == head and 'again ' .. ms or number_of
    elseif length < tonumber(ply) then
      return number_of
    elseif length > 0 then
      local stored = string.match(redis.call('LINDEX', moves, -1), '^%d+ (%S+)')
      if stored ~= prev then return number_of end
    end
    local ms, refusal = judge(race, number)
    if not ms then return refusal end
    -- What a process lays for the silent may come here after a refund, and before its time again.
    local due = tonumber(races[race][9])
    if due and ms < due and string.sub(text, 1, 7) == 'server ' then return 'early' end

    local best, best_tie, reached = ARGV[a + 14], ARGV[a + 15], 0
    local before = redis.call('HGET', seats, seat)
    if before then
      local ended
      best, best_tie, reached, ended =
        string.match(before, '^%S+ %S+ (%S+) (%S+) (%S+) %S+ %S+ %S+ %S+ %S+ (%S+)')
      if ended ~= '-' then return 'ended' end
    end
    local covered = races[race][8]
    if covered and string.find(covered, ' ' .. seat .. ' ', 1, true) then return 'covered' end
    local ahead = tonumber(progress) - tonumber(best)
    if ahead > 0 or (ahead == 0 and tonumber(tie) > tonumber(best_tie)) then
      best, best_tie, reached = progress, tie, ms
    end

    redis.call('RPUSH', moves, ms .. ' ' .. head .. ' ' .. text)
    local standing = table.concat({ply + 1, progress, best, best_tie, reached, ARGV[a + 16],
      ARGV[a + 10], ARGV[a + 11], result, ARGV[a + 13], result == '-' and '-' or ms}, ' ')
    redis.call('HSET', seats, seat, standing)
    last[race] = ms
    if length == 0 then
      redis.call('EXPIRE', moves, ARGV[2])
      redis.call('EXPIRE', seats, ARGV[2])
    end
    local deadline = ''
    local ends = result ~= '-' and redis.call('HINCRBY', race, 'active', -1) == 0
    if result == 'won' and races[race][7] == '1' then
      races[race][6] = number
      redis.call('HSET', race, 'out', number)
      ends = true
    end
    if ends then
      deadline = now
      redis.call('ZADD', KEYS[2], now, code)
    end
    news[#news + 1] = code .. ' ' .. number .. ' ' .. seat .. ' ' .. deadline .. '|' .. standing
    return 'ok ' .. ms .. ' ' .. standing
  end

  answers[i + 1] = answer()
end

for race, ms in pairs(last) do
  redis.call('HSET', race, 'last', ms)
end
if #news > 0 then
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], '*', 'kind', 'moves', 'body', table.concat(news, '\n'))
end
return answers
