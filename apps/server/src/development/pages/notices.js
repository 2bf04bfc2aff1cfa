import { call, me } from './api.js'
import { h, shortTime, show } from './dom.js'

/** What the phone of this person would have shown: the pushes of the outbox to its device. */
export async function showNotices() {
  const pushes = await call('GET', `/dev/outbox?kind=push&to=${encodeURIComponent(me.device)}`)
  if (pushes.length === 0) {
    show('notices', h('p', { className: 'empty' }, 'Aucune notification pour l’instant.'))
    return
  }
  show(
    'notices',
    pushes.map(({ text, sentAt, payload }) =>
      h(
        'article',
        { className: 'card notice' },
        h('p', {}, h('strong', {}, payload?.title ?? 'Parvis'), h('time', {}, shortTime(sentAt))),
        h('p', {}, payload?.body ?? text),
      ),
    ),
  )
}
