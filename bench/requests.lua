-- Sends prepared requests in turn. Arguments: a file of requests separated by NUL bytes, the first number that replaces
-- "@@@@@@@@", and, for a chain, the field of a response that the next request presents.
local PLACEHOLDER = "@@@@@@@@"
local requests, turn = {}, 0
local number, numbered, field, pattern

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("[^%z]+") do requests[#requests + 1] = request end
  file:close()
  number = tonumber(args[2])
  numbered = requests[1]:find(PLACEHOLDER, 1, true) ~= nil
  field = args[3]
  if field then
    pattern = '"' .. field .. '":"([^"]+)"'
    response = follow
  end
end

function request()
  if field then
    return table.remove(requests, 1) or error("more connections than chains")
  end
  turn = turn % #requests + 1
  if not numbered then return requests[turn] end
  number = number + 1
  return (requests[turn]:gsub(PLACEHOLDER, string.format("%08d", number)))
end

local HEAD = "POST /api/auth/refresh HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: "

function follow(status, headers, body)
  local value = body:match(pattern)
  if status ~= 200 or not value then return end
  local content = '{"' .. field .. '":"' .. value .. '"}'
  requests[#requests + 1] = HEAD .. #content .. "\r\n\r\n" .. content
end

function done(summary, latency)
  local failed = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"micros":%d,"http_errors":%d,"connection_errors":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration, failed.status, failed.connect + failed.read + failed.write + failed.timeout,
    latency:percentile(50), latency:percentile(99)))
end
