-- Apply log entries to boards and ratings, move the cursor and announce the changed boards, if the
-- cursor is where the caller expects it. The cursor is the number of the last entry applied. Each
-- row stores the last entry applied to it, so that a script that failed half-way can be run again.
--
-- KEYS  cursor, lock of a rebuild, feed, voids by entry, then keys to which `key` below is an index:
--       six in a row for the boards of a game in a period (rows, fastest, best, outs, streak, longest),
--       two for ratings (ratings, board)
-- ARGV  expected cursor, new cursor, token of the lock's holder or '', feed length or 0 to announce
--       nothing,
--       the changes as JSON:
--         entries  [{number: of the race's entry, skipped if that is void; 0 for changes that are
--                            never skipped,
--                    boards: [{key, ttl: milliseconds to live or 0 for ever,
--                              told: the boards' name in the feed, without a measure,
--                              accounts: [[account, 1 to rebuild its row from these results alone,
--                                          [[number, verdict, fastest, best], ...]]]}]}]
--                  A verdict is `out` (won), `lost`, or `-` (the streak is not affected).
--         ratings  [{key, told, set: [[account, rating, score]], gone: [account]}]
-- Returns 1; 0 if the cursor is elsewhere; -1 if somebody else holds the lock. After 0 and -1 nothing
-- has changed.

local MEASURES = {'fastest', 'best', 'outs', 'streak', 'longest'}
local VALUE = {2, 4, 6, 7, 8}
-- A row: last entry applied, fastest and its entry, best and its entry, games won, present streak,
-- longest streak.
local NONE = {'0', '-', '-', '-', '-', '0', '0', '0'}

local function read(text)
  local row = {}
  for part in string.gmatch(text, '%S+') do
    row[#row + 1] = part
  end
  return row
end

local function copied(row)
  return {unpack(row)}
end

local function fold(row, result)
  local number = result[1]
  if number <= tonumber(row[1]) then return end
  local text = string.format('%d', number)
  row[1] = text
  if result[3] ~= '' and (row[2] == '-' or tonumber(result[3]) < tonumber(row[2])) then
    row[2], row[3] = result[3], text
  end
  if result[4] ~= '' and (row[4] == '-' or tonumber(result[4]) > tonumber(row[4])) then
    row[4], row[5] = result[4], text
  end
  if result[2] == 'out' then
    row[6] = tostring(tonumber(row[6]) + 1)
    row[7] = tostring(tonumber(row[7]) + 1)
    if tonumber(row[7]) > tonumber(row[8]) then row[8] = row[7] end
  elseif result[2] == 'lost' then
    row[7] = '0'
  end
end

local function take(group, account, anew, results, changed)
  local rows = KEYS[group.key]
  local stored = redis.call('HGET', rows, account)
  local before = stored and read(stored) or copied(NONE)
  local row = copied(anew == 1 and NONE or before)
  for _, result in ipairs(results) do
    fold(row, result)
  end
  if row[1] == '0' then
    redis.call('HDEL', rows, account)
  else
    redis.call('HSET', rows, account, table.concat(row, ' '))
  end
  for i, at in ipairs(VALUE) do
    local value = row[at]
    if value ~= before[at] then
      changed[i] = true
      if value == '-' or value == '0' and i > 2 then
        redis.call('ZREM', KEYS[group.key + i], account)
      else
        redis.call('ZADD', KEYS[group.key + i], value, account)
      end
    end
  end
end

local held = redis.call('GET', KEYS[2])
if held and held ~= ARGV[3] then return -1 end
if tonumber(redis.call('GET', KEYS[1]) or '0') ~= tonumber(ARGV[1]) then return 0 end

local work = cjson.decode(ARGV[5])
local told, order = {}, {}

local function tell(what, measure)
  if not told[what] then
    told[what] = {}
    order[#order + 1] = what
  end
  told[what][measure] = true
end

for _, entry in ipairs(work.entries) do
  local void = redis.call('HEXISTS', KEYS[4], entry.number) == 1
  for _, group in ipairs(void and {} or entry.boards) do
    local changed = {}
    for _, one in ipairs(group.accounts) do
      take(group, one[1], one[2], one[3], changed)
    end
    for i, measure in ipairs(MEASURES) do
      if changed[i] then
        tell(group.told, measure)
        if group.ttl > 0 then
          redis.call('PEXPIRE', KEYS[group.key + i], string.format('%d', group.ttl))
        end
      end
    end
    if group.ttl > 0 then
      redis.call('PEXPIRE', KEYS[group.key], string.format('%d', group.ttl))
    end
  end
end
for _, scope in ipairs(work.ratings) do
  for _, one in ipairs(scope.set) do
    redis.call('HSET', KEYS[scope.key], one[1], one[2])
    redis.call('ZADD', KEYS[scope.key + 1], one[3], one[1])
  end
  for _, account in ipairs(scope.gone) do
    redis.call('HDEL', KEYS[scope.key], account)
    redis.call('ZREM', KEYS[scope.key + 1], account)
  end
  tell(scope.told, 'rating')
end

redis.call('SET', KEYS[1], ARGV[2])
if #order > 0 and ARGV[4] ~= '0' then
  local lines = {}
  for _, what in ipairs(order) do
    local names = {}
    for measure in pairs(told[what]) do
      names[#names + 1] = measure
    end
    lines[#lines + 1] = table.concat(names, ',') .. ' ' .. what
  end
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'entry', ARGV[2],
    'boards', table.concat(lines, '\n'))
end
return 1
