-- Heartbeat of a server process. Also records outages: times in which no process could store anything.
-- The first process to notice an outage records it for all.
--
-- A process reports since when it could not store. A silence of all processes before that, or up to now
-- if none reports, is an outage if it is longer than the gap: they stood still or died. After all have
-- ended in order (unregister_process.lua), any time since is an outage.
--
-- KEYS  beat, outages, processes, processes unable to store with the time they last were able
-- ARGV  server time, gap in milliseconds, process, whether it is able to store ("1" or "0"), since when it
--       was not or "", milliseconds from which on that is an outage, and the rest of one
-- Returns {every outage as "since until", oldest first; every process with its last beat; the store's
-- TIME}.

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
  redis.call('RPUSH', KEYS[2], string.format('%d %s', from, ARGV[1]))
  redis.call('LTRIM', KEYS[2], -100, -1)
end

if not since then
  if now - before > gap then note(before) end
else
  local from, least = since, tonumber(ARGV[6])
  if since - before > gap then from = before end -- it stood still before it noticed
  local noted = tonumber(string.match(redis.call('LINDEX', KEYS[2], -1) or '', ' (%d+)$'))
  if noted and noted > from then from, least = noted, tonumber(ARGV[7]) end
  for other, at in pairs(able) do
    -- It was able after this one was not. It is still, unless its next beat is late.
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
