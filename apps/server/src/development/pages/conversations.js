import { call } from './api.js'
import { act, find, h, shortTime, show } from './dom.js'

const statuses = { pending: 'En attente', validated: 'Validée', cancelled: 'Annulée' }
const steps = { ready: 'Prête', collected: 'Retirée', not_collected: 'Non retirée' }

let opened
let entries = []

/** The list: conversations, and broadcasts that can only be read. */
export async function showConversations() {
  entries = await call('GET', '/app/discussions')
  if (entries.length === 0) {
    show('conversations', h('p', { className: 'empty' }, 'Pas encore de conversation : écrivez à un établissement.'))
    return
  }
  show('conversations', entries.map(entryButton))
}

function entryButton(entry) {
  const { uuid, kind, label, excerpt, lastUpdate, newMessage, isBlocked } = entry
  const current = uuid !== null && uuid === opened
  return h(
    'button',
    {
      type: 'button',
      className: `entry ${kind}`,
      'aria-current': current ? 'true' : undefined,
      onclick: () => (kind === 'broadcast' ? openBroadcast(entry) : openConversation(uuid)),
    },
    h('span', { className: 'entry-top' }, h('strong', {}, label), h('time', {}, shortTime(lastUpdate))),
    h(
      'span',
      { className: 'soft' },
      kind === 'broadcast' ? `Message groupé : ${excerpt}` : excerpt || 'Conversation ouverte',
    ),
    newMessage > 0 && h('span', { className: 'badge', 'aria-label': `${newMessage} non lus` }, String(newMessage)),
    isBlocked && h('span', { className: 'chip' }, 'Bloquée'),
  )
}

export async function openConversation(uuid) {
  opened = uuid
  await showConversations()
  const entry = entries.find((candidate) => candidate.uuid === uuid)
  show(
    'thread',
    threadHead(entry),
    h('ol', { id: 'messages', className: 'messages' }),
    composer(uuid, entry?.isBlocked),
  )
  await refreshThread()
  find('thread').scrollIntoView({ block: 'nearest' })
}

/** Reads the open conversation again; what is being typed stays. */
export async function refreshThread() {
  if (!opened || !find('messages')) return
  const messages = await call('GET', `/discussions/${opened}/messages`)
  const list = find('messages')
  list.replaceChildren(...messages.reverse().map(bubble))
  list.scrollTop = list.scrollHeight
}

function threadHead({ label, isBlocked } = {}) {
  const verb = isBlocked ? 'unblock' : 'block'
  const button = h('button', { type: 'button' }, isBlocked ? 'Débloquer' : 'Bloquer')
  button.addEventListener('click', () =>
    act(button, async () => {
      await call('POST', `/app/discussions/${opened}/${verb}`)
      await openConversation(opened)
    }),
  )
  return h('header', { className: 'thread-head' }, h('h2', {}, label ?? 'Conversation'), button)
}

function bubble({ senderId, message, sendAt, image, order }) {
  const mine = /^\d+$/.test(senderId)
  return h(
    'li',
    { className: mine ? 'mine' : 'theirs' },
    order &&
      h('span', { className: `chip ${order.status}` }, `Commande · ${steps[order.step] ?? statuses[order.status]}`),
    message && h('p', {}, message),
    image && h('img', { src: image, alt: 'Image du message', loading: 'lazy' }),
    h('time', {}, shortTime(sendAt)),
  )
}

function composer(uuid, isBlocked) {
  if (isBlocked) return h('p', { className: 'empty' }, 'Cette conversation est bloquée')
  const text = h('textarea', { name: 'message', rows: 2, placeholder: 'Votre message', 'aria-label': 'Votre message' })
  const image = h('input', { type: 'file', name: 'image', accept: 'image/*', className: 'hidden' })
  const chosen = h('span', { className: 'file-name' }, 'Ajouter une image')
  image.addEventListener('change', () => {
    chosen.textContent = image.files[0]?.name ?? 'Ajouter une image'
  })
  const choice = h('label', { className: 'file' }, image, chosen)
  const submit = h('button', { type: 'submit', className: 'main' }, 'Envoyer')
  const form = h('form', { className: 'composer' }, text, h('div', { className: 'actions' }, choice, submit))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void act(submit, async () => {
      const body = new FormData(form)
      if (image.files.length === 0) body.delete('image')
      await call('POST', `/discussions/${uuid}/message`, body)
      form.reset()
      chosen.textContent = 'Ajouter une image'
      await Promise.all([refreshThread(), showConversations()])
    })
  })
  return form
}

async function openBroadcast({ broadcastId, label }) {
  opened = undefined
  const broadcasts = await call('GET', '/app/broadcasts')
  const found = broadcasts.find(({ id }) => id === broadcastId)
  show(
    'thread',
    h('header', { className: 'thread-head' }, h('h2', {}, `${label} — message groupé`)),
    found &&
      h(
        'ol',
        { className: 'messages' },
        bubble({
          senderId: found.companyId,
          message: found.message,
          sendAt: found.sentAt,
          image: found.image,
          order: null,
        }),
      ),
    h('p', { className: 'empty' }, 'On ne répond pas à un message groupé.'),
  )
  await showConversations()
}
