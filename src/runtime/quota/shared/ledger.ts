/** A store that has forgotten someone hears everyone before it gives anything: all speak more often than that. */
const RECALL_MS = 4000;

/**
 * The ledger of one limit, as a script for Redis: a hash with one field for each member, `booked want least until`.
 *
 * Everyone is due the same, less what others do not want (max-min fairness). What is left over when parts do not come
 * out even goes to those who want most, in turn; the first of them may have what its next call needs, and be it all.
 */
export const LEDGER: string = `
local me, leaseMs, turnMs = ARGV[1], tonumber(ARGV[7]), tonumber(ARGV[8])
local held, want, least, parts = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local members, taken, quiet, entered = {}, 0, 0, false
local ledger = redis.call('hgetall', KEYS[1])
for i = 1, #ledger, 2 do
  local id, entry = ledger[i], ledger[i + 1]
  if id == 'quiet' then
    quiet = tonumber(entry)
  else
    local b, w, l, till = string.match(entry, '^(%d+) (%d+) (%d+) (%d+)$')
    if tonumber(till) <= now then
      redis.call('hdel', KEYS[1], id)
    elseif id == me then
      entered = true
    else
      members[#members + 1] = { id = id, want = tonumber(w), least = tonumber(l) }
      taken = taken + tonumber(b)
    end
  end
end
if held == 0 and want == 0 then
  redis.call('hdel', KEYS[1], me)
  return { 0, #members }
end

members[#members + 1] = { id = me, want = want, least = least }
table.sort(members, function(a, b)
  if a.want ~= b.want then return a.want < b.want end
  return a.id < b.id
end)
local n = #members
local from = n
while from > 1 and members[from - 1].want == members[n].want do from = from - 1 end
local most, turn = {}, math.floor(now / turnMs)
for i = from, n do most[i] = members[from + (i - from + turn) % (n - from + 1)] end
for i = from, n do members[i] = most[i] end

local left, share = parts, 0
local reserve = math.min(members[n].least, members[n].want, parts)
for i, one in ipairs(members) do
  local due = math.min(one.want, left)
  if i < n then due = math.min(due, math.floor(left / (n - i + 1)), math.max(0, left - reserve)) end
  left = left - due
  if one.id == me then share = due end
end

if ARGV[6] == '1' and not entered and quiet <= now then
  quiet = now + ${RECALL_MS}
  redis.call('hset', KEYS[1], 'quiet', quiet)
end
local booked = math.min(held, math.max(0, parts - taken))
if quiet > now then
  share = booked
elseif share > booked then
  share = booked + math.min(share - booked, math.ceil((parts - taken - booked) / 2))
  booked = share
end
redis.call('hset', KEYS[1], me, string.format('%d %d %d %.0f', booked, want, least, now + leaseMs))
if redis.call('pttl', KEYS[1]) < leaseMs then redis.call('pexpire', KEYS[1], leaseMs) end
return { share, n }
`;
