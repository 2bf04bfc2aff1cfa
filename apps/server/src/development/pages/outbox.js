import { call } from './api.js'
import { find, h, say, shortTime, show } from './dom.js'

const kinds = { sms: 'SMS', push: 'Notification', webhook: 'Salon', email: 'E-mail' }
const refreshMilliseconds = 2000

function card({ kind, to, text, payload, sentAt }) {
  const code = kind === 'sms' && /\d{5}/.exec(text)?.[0]
  return h(
    'article',
    { className: `card sent ${kind}` },
    h(
      'p',
      { className: 'sent-top' },
      h('span', { className: 'chip' }, kinds[kind]),
      h('strong', {}, to),
      h('time', {}, shortTime(sentAt)),
    ),
    code && h('p', { className: 'code' }, code),
    h('p', { className: 'sent-text' }, text),
    payload && h('details', {}, h('summary', {}, 'Détails'), h('pre', {}, JSON.stringify(payload, null, 2))),
  )
}

let shown = ''

async function refresh() {
  const query = new URLSearchParams([...new FormData(find('filter'))].filter(([, value]) => value))
  const sent = await call('GET', `/dev/outbox?${query}`)
  const state = `${query} ${sent[0]?.id} ${sent.length}`
  if (state === shown) return
  shown = state
  show('sent', sent.length > 0 ? sent.map(card) : h('p', { className: 'empty' }, 'Rien n’est parti pour l’instant.'))
}

const tell = () => void refresh().catch((error) => say(error.message, 'wrong'))
find('filter').addEventListener('input', tell)
find('filter').addEventListener('submit', (event) => event.preventDefault())
setInterval(tell, refreshMilliseconds)
tell()
