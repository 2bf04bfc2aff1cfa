import { call, me } from './api.js'
import { act, find, h, say, show } from './dom.js'

const field = (name, label, value, extra = {}) =>
  h('label', {}, label, h('input', { name, value, required: true, autocomplete: 'off', ...extra }))

/** The sign-in card: a phone, then the code that the outbox received. `enter` runs once signed in. */
export function showSignIn(enter) {
  const submit = h('button', { type: 'submit', className: 'main' }, 'Recevoir le code et entrer')
  const form = h(
    'form',
    { className: 'card sign-in' },
    h('h2', {}, 'Devenir un habitant'),
    h('p', { className: 'soft' }, 'Le code de connexion est lu dans la boîte d’envoi : aucun SMS ne part.'),
    field('phone', 'Téléphone mobile', '06 12 34 56 78', { type: 'tel' }),
    h('div', { className: 'pair' }, field('first_name', 'Prénom', 'Julie'), field('last_name', 'Nom', 'Martin')),
    h('div', { className: 'pair' }, field('zip_code', 'Code postal', '92110'), field('city', 'Ville', 'Clichy')),
    submit,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void act(submit, async () => {
      await signIn(Object.fromEntries(new FormData(form)))
      await enter()
    })
  })
  show('sign-in', form)
}

async function signIn({ phone, ...profile }) {
  const { phone: written } = await call('POST', '/authentication/send-activation-code', {
    phone,
    app_id: 'RESIDENT_APP',
  })
  const code = await readCode(written)
  const { token } = await call('POST', '/authentication/start-session', { phone, code, app_id: 'RESIDENT_APP' })
  me.remember(token, written)
  await call('POST', '/profile/update', { ...profile, date_of_birth: '1990-05-12', email: 'habitant@exemple.fr' })
  await call('POST', '/app/devices', { token: me.device, platform: 'web' })
  say(`Code ${code} lu dans la boîte d’envoi.`)
}

async function readCode(phone) {
  const [sms] = await call('GET', `/dev/outbox?kind=sms&to=${encodeURIComponent(phone)}`)
  const code = /\d{5}/.exec(sms?.text ?? '')?.[0]
  if (!code) throw new Error('Aucun code dans la boîte d’envoi')
  return code
}

/** The signed-in person, and the button to sign out. */
export function showPerson({ first_name, last_name, zip_code, city }) {
  const leave = async () => {
    await call('POST', '/authentication/logout').catch(() => undefined)
    me.forget()
    window.location.reload()
  }
  find('zip').value ||= zip_code ?? ''
  show(
    'person',
    h('span', {}, h('strong', {}, `${first_name} ${last_name}`), ` · ${me.phone} · ${city}`),
    h('button', { type: 'button', onclick: leave }, 'Changer de personne'),
  )
}
