-- Store a batch of moves of seats in rooms of one shard, oldest first. A move is stored only if its race is
-- running and its time is not up, its seat has not finished and is not on a break, and the log of the seat
-- is the one on which the move was made. A log is identified by its head, a hash of its moves
-- (seat_board.py); an entry of a log is "ms head author text".
--
-- KEYS  feed, due, then for each race: race, seats, and the moves of the seat of each of its moves
-- ARGV  the words of the batch, then for each race a text with its fields, and for each of its moves a text
--       with those of the move. move_batches.py names the words and fields; it replaces the names of words in
--       capitals, in this text, with their positions, and RACE and MOVE with the patterns that take the texts
--       apart.
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
-- The standings of a race are read with one command and written with one, which costs less than one for each.

local now = tonumber(ARGV[NOW])
local call, match = redis.call, string.match
local answers = {}
local news = {}
local known_by_sender = true

-- Return the race time in ms as a text, or nil and why no move is stored in the race. `fields` gets the fields
-- of the race, which are read for the first move that needs them.
local function judge(race, number, fields)
  if not fields.read then
    fields.read = call('HMGET', race, 'n', 'status', 'origin', 'bell', 'last', 'out', 'sudden', 'covered', 'due')
  end
  local r = fields.read
  if not r[1] then return nil, 'lost' end
  if r[1] ~= number or r[2] == 'over' or r[6] == number then return nil, 'over' end
  if r[2] ~= 'running' then return nil, 'waiting' end
  if now >= tonumber(r[4]) then return nil, 'bell' end
  if not fields.ms then
    local ms, due = math.max(now - tonumber(r[3]), tonumber(r[5])), tonumber(r[9])
    fields.ms, fields.early = string.format('%d', ms), due and ms < due
    if due and due > 0 then known_by_sender = false end
  end
  return fields.ms, nil
end

local key, arg = 3, BATCH_LENGTH + 1
while key <= #KEYS do
  local race, seats = KEYS[key], KEYS[key + 1]
  local code, number, count, deal_best, deal_tie = match(ARGV[arg], RACE)
  count = tonumber(count)
  local fields = {}
  local asked = {}
  for i = 1, count do
    asked[i] = match(ARGV[arg + i], '^[^|]*')
  end
  local standings = {}
  for i, standing in ipairs(call('HMGET', seats, unpack(asked))) do
    standings[asked[i]] = standing
  end
  local changed = {}
  local is_first = false

  local function answer(moves, text)
    local seat, ply, prev, progress, tie, result, standing_start, standing_end, entry = match(text, MOVE)
    local made, best, best_tie, reached, ended = '0', deal_best, deal_tie, '0', '-'
    local before = standings[seat]
    if before then
      made, best, best_tie, reached, ended = match(before, STANDING)
    end
    if made ~= ply then
      local ms, stored = match(call('LINDEX', moves, ply) or '', '^(%d+) (%S+)')
      if stored == match(entry, '^%S+') then return 'again ' .. ms end
      local _, refusal = judge(race, number, fields)
      return refusal == 'lost' and 'lost' or 'ply ' .. made
    elseif before then
      local stored = match(call('LINDEX', moves, -1) or '', '^%d+ (%S+)')
      if stored ~= prev then return 'ply ' .. made end
    end
    local ms, refusal = judge(race, number, fields)
    if not ms then return refusal end
    -- A process places a card for a seat that let its time run out. If a refund has moved that time
    -- meanwhile, the card comes too early.
    if fields.early and match(entry, '^%S+ server ') then return 'early' end
    if ended ~= '-' then return 'ended' end
    local covered = fields.read[8]
    if covered and string.find(covered, ' ' .. seat .. ' ', 1, true) then return 'covered' end
    local ahead = tonumber(progress) - tonumber(best)
    if ahead > 0 or (ahead == 0 and tonumber(tie) > tonumber(best_tie)) then
      best, best_tie, reached = progress, tie, ms
    end

    call('RPUSH', moves, ms .. ' ' .. entry)
    local standing = standing_start .. ' ' .. best .. ' ' .. best_tie .. ' ' .. reached .. ' ' .. standing_end ..
      ' ' .. (result == '-' and '-' or ms)
    standings[seat] = standing
    changed[#changed + 1], changed[#changed + 2] = seat, standing
    if not before then
      call('EXPIRE', moves, ARGV[LIFE_S])
      is_first = true
    end
    local deadline = ''
    if result ~= '-' then known_by_sender = false end
    local ends = result ~= '-' and call('HINCRBY', race, 'active', -1) == 0
    if result == 'won' and fields.read[7] == '1' then
      fields.read[6] = number
      call('HSET', race, 'out', number)
      ends = true
    end
    if ends then
      deadline = ARGV[NOW]
      call('ZADD', KEYS[2], now, code)
    end
    news[#news + 1] = code .. ' ' .. number .. ' ' .. seat .. ' ' .. deadline .. '|' .. standing
    return 'ok ' .. ms .. ' ' .. standing
  end

  for i = 1, count do
    answers[#answers + 1] = answer(KEYS[key + 1 + i], ARGV[arg + i])
  end
  if #changed > 0 then
    call('HSET', seats, unpack(changed))
    if is_first then call('EXPIRE', seats, ARGV[LIFE_S]) end
    call('HSET', race, 'last', fields.ms)
  end
  key, arg = key + 2 + count, arg + 1 + count
end

if #news > 0 then
  local id = call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[FEED_LENGTH], '*', 'kind', 'moves', 'body',
    table.concat(news, '\n'))
  answers[#answers + 1] = known_by_sender and id or ''
else
  answers[#answers + 1] = ''
end
return answers
