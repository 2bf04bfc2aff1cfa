/**
 * Frames the hours or the agenda that each marked element of another site names: `<div data-parvis="ville/fiche"
 * data-vue="horaires">`. The frame loads when it is near, and says how high it is.
 */
const home = new URL((document.currentScript as HTMLScriptElement).src).origin
const titles: Record<string, string> = { horaires: 'Horaires', agenda: 'Agenda' }

function frameIn(place: HTMLElement): void {
  if (place.querySelector('iframe')) return
  const { parvis = '', vue = 'horaires' } = place.dataset
  // Of a town alone, its agenda.
  const path = parvis.includes('/') ? parvis : `${parvis}/agenda`
  const frame = document.createElement('iframe')
  frame.src = `${home}/${path.split('/').map(encodeURIComponent).join('/')}/carte?vue=${encodeURIComponent(vue)}`
  frame.title = `${titles[vue] ?? 'Parvis'} : ${parvis}`
  frame.loading = 'lazy'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox')
  frame.style.cssText = 'width:100%;height:320px;border:0'
  addEventListener('message', ({ source, origin, data }) => {
    const height = Number(data?.parvis)
    if (source !== frame.contentWindow || origin !== home || !height) return
    frame.style.height = `${Math.min(1200, Math.max(120, height))}px`
  })
  place.append(frame)
}

function frameAll(): void {
  document.querySelectorAll<HTMLElement>('[data-parvis]').forEach(frameIn)
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', frameAll)
else frameAll()

export {}
