type Policy = { createHTML: (html: string) => unknown }
type PolicyFactory = {
  createPolicy: (
    name: string,
    rules: {
      createHTML?: (html: string, type?: string, sink?: string) => string | null
      createScriptURL?: (url: string) => string | null
    },
  ) => Policy
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

/** The test string that Leaflet assigns at load to detect what the browser can draw. */
const probes = ['<svg/>', '<v:shape adj="1"/>']

/**
 * The browser asks this policy about every text that a library hands to an HTML sink. A text without `<` cannot make an
 * element (style sheets of the widgets). A DOMParser document runs nothing, nor does the detached one for which
 * ProseMirror asks by itself, without a sink: the rich text editor reads and pastes with them. Everything else is refused.
 */
factory?.createPolicy('default', {
  createHTML: (text, _type, sink) => (!sink || sink === 'DOMParser parseFromString' || isHarmless(text) ? text : null),
  // The service worker; and what the sharing of instants alone loads, which the content policy lets in only where an
  // application id is set.
  createScriptURL: (url) => (url === '/sw.js' || url.startsWith('https://connect.facebook.net/') ? url : null),
})

const isHarmless = (text: string) => !text.includes('<') || probes.includes(text)

const stored = factory?.createPolicy('parvis', { createHTML: (html) => html })

/** For `rich-text-view.tsx` only: HTML that the server has sanitised and stored. */
export function trustStoredHtml(html: string): string {
  return (stored ? stored.createHTML(html) : html) as string
}
