/** An element: `h('button', { type: 'button', onclick }, 'Envoyer')`. Texts are texts, never HTML. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name in element && !name.includes('-') && name !== 'list') element[name] = value
    else element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false))
  return element
}

export const find = (id) => document.getElementById(id)

/** Shows these children and nothing else. */
export function show(id, ...children) {
  find(id).replaceChildren(...children.flat().filter(Boolean))
}

const timeZone = 'Europe/Paris'
const hours = new Intl.DateTimeFormat('fr-FR', { timeStyle: 'short', timeZone })
const days = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone })

/** `14:05` today, `12 nov. 14:05` before. */
export function shortTime(iso) {
  const date = new Date(iso)
  const isToday = days.format(date) === days.format(new Date())
  return isToday ? hours.format(date) : `${days.format(date)} ${hours.format(date)}`
}

/** A sentence at the bottom of the page, read aloud; it goes by itself. */
export function say(text, kind = 'done') {
  const toast = h('p', { className: `toast ${kind}` }, text)
  find('toasts').append(toast)
  setTimeout(() => toast.remove(), 6000)
}

/** Runs what a button does: the button waits, an error is said. */
export async function act(button, work) {
  button.disabled = true
  try {
    return await work()
  } catch (error) {
    say(error.message, 'wrong')
  } finally {
    button.disabled = false
  }
}
