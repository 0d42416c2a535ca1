-- Store a batch of moves of seats in rooms of one shard, oldest first. A move is stored only if its race is
-- running and its time is not up, its seat has not finished and is not on a break, and the log of the seat
-- is the one on which the move was made. A log is identified by its head, a hash of its moves
-- (seat_board.py); an entry of a log is "ms head author text".
--
-- KEYS  feed, due, then for each move: race, seats, moves
-- ARGV  the words of the batch, then for each move a text with its fields. move_batches.py names the words
--       and fields; it replaces the names of words in capitals, in this text, with their positions, and MOVE
--       with the pattern that takes the text of a move apart.
-- Returns one answer for each move, and then the ID of the feed entry that announces the stored moves. The ID
-- is '' if the sender, who knows the answers, has to read the entry too, because a game has ended or the race
-- calls cards. Answers:
--   "ok MS STANDING"  stored, at race time MS; STANDING is the new standing of the seat
--   "again MS"        this move had been stored before, at race time MS
--   "ply N"           not made on the stored log, which has N moves
--   "waiting", "bell", "over"  the race has not begun; its time is up; it is over
--   "ended", "covered"  the seat has finished its game; it is on a break
--   "early"           made by the server for a seat, before the time to place the called card is up
--   "lost"            the store does not have the race
--
-- In a race that ends when the first contestant gets the game out (its field sudden is 1) nothing is stored
-- after the winning move, which sets the field out to the number of the race.
--
-- A seat's standing has the fields that standing_text.py names; a pattern captures those that are read
-- here. best, tie_break and reached_ms belong to the best position so far: by progress, then by tie-break.
-- A seat that has not moved has no standing. The number of moves in a standing is the length of the log.
-- Values stay texts where possible, because converting one to a number and back costs as much as a command.

local now = tonumber(ARGV[NOW])
local answers = {}
local news = {}
local races = {}
local last = {}
local known_by_sender = true

local function judge(race, number)
  local r = races[race]
  if not r then
    r = redis.call('HMGET', race, 'n', 'status', 'origin', 'bell', 'last', 'out', 'sudden', 'covered',
      'due')
    races[race] = r
  end
  if not r[1] then return nil, 'lost' end
  if r[1] ~= number or r[2] == 'over' or r[6] == number then return nil, 'over' end
  if r[2] ~= 'running' then return nil, 'waiting' end
  if now >= tonumber(r[4]) then return nil, 'bell' end
  if not r.ms then
    local ms, due = math.max(now - tonumber(r[3]), tonumber(r[5])), tonumber(r[9])
    r.ms, r.early = string.format('%d', ms), due and ms < due
    if due and due > 0 then known_by_sender = false end
  end
  return r.ms, nil
end

for i = 1, #ARGV - BATCH_LENGTH do
  local race, seats, moves = KEYS[3 * i], KEYS[3 * i + 1], KEYS[3 * i + 2]

  local function answer()
    local code, number, seat, ply, prev, progress, tie, result, best, best_tie, standing_start, standing_end,
      entry = string.match(ARGV[BATCH_LENGTH + i], MOVE)
    local made, reached, ended = '0', '0', '-'
    local before = redis.call('HGET', seats, seat)
    if before then
      made, best, best_tie, reached, ended = string.match(before, STANDING)
    end
    if made ~= ply then
      local ms, stored = string.match(redis.call('LINDEX', moves, ply) or '', '^(%d+) (%S+)')
      if stored == string.match(entry, '^%S+') then return 'again ' .. ms end
      local _, refusal = judge(race, number)
      return refusal == 'lost' and 'lost' or 'ply ' .. made
    elseif before then
      local stored = string.match(redis.call('LINDEX', moves, -1) or '', '^%d+ (%S+)')
      if stored ~= prev then return 'ply ' .. made end
    end
    local ms, refusal = judge(race, number)
    if not ms then return refusal end
    -- A process places a card for a seat that let its time run out. If a refund has moved that time
    -- meanwhile, the card comes too early.
    if races[race].early and string.match(entry, '^%S+ server ') then return 'early' end
    if ended ~= '-' then return 'ended' end
    local covered = races[race][8]
    if covered and string.find(covered, ' ' .. seat .. ' ', 1, true) then return 'covered' end
    local ahead = tonumber(progress) - tonumber(best)
    if ahead > 0 or (ahead == 0 and tonumber(tie) > tonumber(best_tie)) then
      best, best_tie, reached = progress, tie, ms
    end

    redis.call('RPUSH', moves, ms .. ' ' .. entry)
    local standing = table.concat({standing_start, best, best_tie, reached, standing_end,
      result == '-' and '-' or ms}, ' ')
    redis.call('HSET', seats, seat, standing)
    last[race] = ms
    if not before then
      redis.call('EXPIRE', moves, ARGV[LIFE_S])
      redis.call('EXPIRE', seats, ARGV[LIFE_S])
    end
    local deadline = ''
    if result ~= '-' then known_by_sender = false end
    local ends = result ~= '-' and redis.call('HINCRBY', race, 'active', -1) == 0
    if result == 'won' and races[race][7] == '1' then
      races[race][6] = number
      redis.call('HSET', race, 'out', number)
      ends = true
    end
    if ends then
      deadline = ARGV[NOW]
      redis.call('ZADD', KEYS[2], now, code)
    end
    news[#news + 1] = code .. ' ' .. number .. ' ' .. seat .. ' ' .. deadline .. '|' .. standing
    return 'ok ' .. ms .. ' ' .. standing
  end

  answers[i] = answer()
end

for race, ms in pairs(last) do
  redis.call('HSET', race, 'last', ms)
end
if #news > 0 then
  local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[FEED_LENGTH], '*', 'kind', 'moves', 'body',
    table.concat(news, '\n'))
  answers[#answers + 1] = known_by_sender and id or ''
else
  answers[#answers + 1] = ''
end
return answers
