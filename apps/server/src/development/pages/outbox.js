const kinds = { sms: 'SMS', push: 'Notification', webhook: 'Salon', email: 'E-mail' }
const refreshMilliseconds = 2000
const moment = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Paris',
})
const [filter, list] = ['filter', 'sent'].map((id) => document.getElementById(id))

/** An element with these children. Texts are texts, never HTML. */
function h(tag, className, ...children) {
  const element = Object.assign(document.createElement(tag), { className })
  element.append(...children.filter(Boolean))
  return element
}

function card({ kind, to, text, payload, sentAt }) {
  const code = kind === 'sms' && /\d{5}/.exec(text)?.[0]
  const time = h('time', '', moment.format(new Date(sentAt)))
  return h(
    'article',
    `card ${kind}`,
    h('p', 'sent-top', h('span', 'chip', kinds[kind]), h('strong', '', to), time),
    code && h('p', 'code', code),
    h('p', 'sent-text', text),
    payload && h('details', '', h('summary', '', 'Détails'), h('pre', '', JSON.stringify(payload, null, 2))),
  )
}

let shown = ''

async function refresh() {
  const query = new URLSearchParams([...new FormData(filter)].filter(([, value]) => value))
  const answer = await fetch(`/v1/dev/outbox?${query}`)
  const { data: sent, error } = await answer.json()
  if (error) throw new Error(error.message)
  const state = `${query} ${sent[0]?.id} ${sent.length}`
  if (state === shown) return
  shown = state
  list.replaceChildren(...(sent.length > 0 ? sent.map(card) : [h('p', 'empty', 'Rien n’est parti pour l’instant.')]))
}

const tell = () =>
  void refresh().catch((error) => {
    shown = ''
    list.replaceChildren(h('p', 'empty', error.message))
  })
filter.addEventListener('input', tell)
filter.addEventListener('submit', (event) => event.preventDefault())
setInterval(tell, refreshMilliseconds)
tell()
