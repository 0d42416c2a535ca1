-- Record the heartbeat of a server process. Also record outages: times in which no process could store
-- anything. The first process that notices an outage records it.
--
-- A process that could not store anything for a while reports since when. Two kinds of outages are found:
--   - All processes stood still or were dead. The time from the last beat of a process that could store
--     until the reported time, or until now if none is reported, is longer than the gap. If all processes
--     had ended in order (unregister_process.lua), any time is long enough.
--   - Processes were alive and none could store. It is the part of the reported time, up to now, that is
--     not recorded yet and in which no other process could store, if it is long enough.
--
-- KEYS  beat, outages, processes, processes unable to store with the time of their last beat before that
-- ARGV  server time, gap in milliseconds, process, whether it can store now ("1" or "0"), since when it could
--       not or "", the least length of an outage of the second kind, the least length of the rest of an
--       outage that is recorded in part (both in milliseconds), for how many milliseconds more the process will
--       not be able to store, which are recorded with an outage that is recorded now
-- Returns {outages as "since until", oldest first; names of processes, each followed by its last beat; the
-- reply of TIME}.

local now, process, is_able, since = tonumber(ARGV[1]), ARGV[3], ARGV[4] == '1', tonumber(ARGV[5])
local before = tonumber(redis.call('GET', KEYS[1]) or now)
local gap = redis.call('EXISTS', KEYS[3]) == 1 and tonumber(ARGV[2]) or 0

local beats, able = redis.call('HGETALL', KEYS[3]), {}
for i = 1, #beats, 2 do
  if now - tonumber(beats[i + 1]) > 86400000 then
    redis.call('HDEL', KEYS[3], beats[i])
  else
    able[beats[i]] = tonumber(beats[i + 1])
  end
end
local unable = redis.call('HGETALL', KEYS[4])
for i = 1, #unable, 2 do
  if able[unable[i]] then
    able[unable[i]] = tonumber(unable[i + 1])
  else
    redis.call('HDEL', KEYS[4], unable[i])
  end
end

local function note(from)
  redis.call('RPUSH', KEYS[2], string.format('%d %d', from, now + tonumber(ARGV[8])))
  redis.call('LTRIM', KEYS[2], -100, -1)
end

if not since then
  if now - before > gap then note(before) end
else
  local from, least = since, tonumber(ARGV[6])
  if since - before > gap then from = before end -- this process stood still before it noticed
  local noted = tonumber(string.match(redis.call('LINDEX', KEYS[2], -1) or '', ' (%d+)$'))
  if noted and noted > from then from, least = noted, tonumber(ARGV[7]) end
  for other, at in pairs(able) do
    -- The other process could store after this one could not. It still can, unless its next beat is late.
    if other ~= process and at >= from then from, least = at, 1.5 * ARGV[6] end
  end
  if now - from >= least then note(from) end
end

if now >= before and (is_able or not since) then
  redis.call('SET', KEYS[1], ARGV[1])
end
if is_able then
  redis.call('HDEL', KEYS[4], process)
else
  redis.call('HSETNX', KEYS[4], process, able[process] or 0)
end
redis.call('HSET', KEYS[3], process, ARGV[1])
return {redis.call('LRANGE', KEYS[2], 0, -1), redis.call('HGETALL', KEYS[3]), redis.call('TIME')}
