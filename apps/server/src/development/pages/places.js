import { call } from './api.js'
import { act, find, h, say, show } from './dom.js'

/** The businesses around: follow, write, order. `open` shows a conversation. */
export async function showPlaces(open) {
  const zip = find('zip').value.trim()
  if (!zip) return
  const places = await call('GET', `/app/companies?zip=${encodeURIComponent(zip)}`)
  if (places.length === 0) {
    show('places', h('p', { className: 'empty' }, `Aucun établissement complet au ${zip}.`))
    return
  }
  show(
    'places',
    places.map((place) => placeCard(place, open)),
  )
}

function placeCard(place, open) {
  const { companyId, name, categoryLabel, address, city, profileImage, followersCount, cacActive, instants } = place
  const followers = `${followersCount} abonné${followersCount > 1 ? 's' : ''}`
  const picture = profileImage
    ? h('img', { src: profileImage, alt: '', width: 56, height: 56, loading: 'lazy' })
    : h('span', { className: 'initial', 'aria-hidden': 'true' }, name.slice(0, 1))
  return h(
    'article',
    { className: 'card place' },
    picture,
    h(
      'div',
      {},
      h('h3', {}, name),
      h('p', { className: 'soft' }, `${categoryLabel} · ${address ?? ''}, ${city ?? ''}`),
      h('p', { className: 'soft' }, `${followers} · ${instants.length} instant${instants.length > 1 ? 's' : ''}`),
      h(
        'div',
        { className: 'actions' },
        followButton(place, open),
        writeButton(companyId, open),
        cacActive && orderButton(place, open),
      ),
    ),
  )
}

function followButton({ companyId, isFollowed }, open) {
  const button = h('button', { type: 'button', 'aria-pressed': String(isFollowed) }, isFollowed ? 'Suivi ✓' : 'Suivre')
  button.addEventListener('click', () =>
    act(button, async () => {
      await call(isFollowed ? 'DELETE' : 'PUT', `/app/companies/${companyId}/follow`)
      await showPlaces(open)
    }),
  )
  return button
}

function writeButton(companyId, open) {
  const button = h('button', { type: 'button' }, 'Écrire')
  button.addEventListener('click', () =>
    act(button, async () => {
      const { uuid } = await call('POST', '/app/discussions', { companyId })
      await open(uuid)
    }),
  )
  return button
}

function orderButton(place, open) {
  const button = h('button', { type: 'button' }, 'Commander')
  button.addEventListener('click', () => showOrder(place, open))
  return button
}

const field = (label, control) => h('label', {}, label, control)

function showOrder({ companyId, name, cacDescription }, open) {
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Paris' })
  const submit = h('button', { type: 'submit', className: 'main' }, 'Envoyer la commande')
  const close = h('button', { type: 'button' }, 'Renoncer')
  const form = h(
    'form',
    {},
    h('h2', {}, `Commander chez ${name}`),
    h('p', { className: 'soft' }, cacDescription),
    field(
      'Retrait',
      h('input', { type: 'datetime-local', name: 'pickupDateTime', value: `${tomorrow}T18:00`, required: true }),
    ),
    field(
      'Commande',
      h('textarea', { name: 'orderContent', rows: 3, required: true, value: 'Deux baguettes et un flan' }),
    ),
    field('Code promo', h('input', { name: 'couponMessage' })),
    field('Minimum de commande (€)', h('input', { name: 'minOrder', inputMode: 'decimal' })),
    h('div', { className: 'actions' }, submit, close),
  )
  const dialog = h('dialog', { className: 'card', 'aria-label': 'Commander' }, form)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void act(submit, async () => {
      const order = Object.fromEntries(new FormData(form))
      const { discussionId } = await call('POST', `/app/companies/${companyId}/orders`, order)
      dialog.close()
      say('Commande envoyée.')
      await open(discussionId)
    })
  })
  document.body.append(dialog)
  dialog.showModal()
}
