-- For wrk: REQUESTS names a file of lines "METHOD<tab>PATH<tab>TOKEN<tab>BODY", sent in turn, each write under a new Idempotency-Key. TOKEN is an
-- authorization, or the cookie of a resident of SITE, who comes from an address of its own.
local requests, place, sent, run, site = {}, 0, 0, os.getenv('RUN'), os.getenv('SITE')

function init()
  for line in io.lines(os.getenv('REQUESTS')) do
    local method, path, token, body = line:match('^(%S+)\t(%S+)\t([^\t]*)\t(.*)$')
    requests[#requests + 1] = { method, path, token, body }
  end
  math.randomseed(os.time())
end

function request()
  place, sent = place % #requests + 1, sent + 1
  local method, path, token, body = unpack(requests[place])
  local headers = {}
  if token:match('^Bearer ') then headers['authorization'] = token
  else
    -- So written: beside `host` wrk would add a `Host` of its own, and Node reads whichever comes first.
    headers['Host'], headers['origin'] = site, 'http://' .. site
    headers['x-forwarded-for'] = string.format('%d.%d.%d.%d', math.random(11, 99), math.random(255), math.random(255), math.random(255))
    if token ~= '' then headers['cookie'] = token end
  end
  if body ~= '' then headers['content-type'] = 'application/json' end
  if method ~= 'GET' then headers['idempotency-key'] = run .. '-' .. sent end
  return wrk.format(method, path, headers, body ~= '' and body or nil)
end

function done(summary)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"failed":%d}\n', summary.requests, summary.duration,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
