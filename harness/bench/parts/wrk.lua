-- For wrk: REQUESTS names a file of lines "METHOD<tab>PATH<tab>TOKEN<tab>BODY", sent in turn from a random one on; with KEYS=1 each under a new Idempotency-Key.
local requests, count, place, sent, run = {}, 0, 0, 0, os.getenv('RUN')

function init()
  for line in io.lines(os.getenv('REQUESTS')) do
    local method, path, token, body = line:match('^(%S+)\t(%S+)\t(%S+)\t(.*)$')
    count = count + 1
    requests[count] = { method, path, token, body }
  end
  math.randomseed(os.time())
  place = math.random(count)
end

function request()
  place, sent = place % count + 1, sent + 1
  local method, path, token, body = unpack(requests[place])
  local headers = { authorization = 'Bearer ' .. token }
  if body ~= '' then headers['content-type'] = 'application/json' end
  if os.getenv('KEYS') == '1' then headers['idempotency-key'] = run .. '-' .. sent end
  return wrk.format(method, path, headers, body ~= '' and body or nil)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"median":%.3f,"p99":%.3f,"failed":%d}\n', summary.requests,
    summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
