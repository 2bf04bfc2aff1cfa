type Policy = { createHTML: (html: string) => unknown }
type PolicyFactory = {
  createPolicy: (
    name: string,
    rules: { createHTML?: (html: string, type: string, sink: string) => string | null },
  ) => Policy
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes

/**
 * The browser asks this policy about every text that a library hands to an HTML sink. A text without `<` cannot make an
 * element (style sheets of the widgets), and a DOMParser document runs nothing (the rich text editor reads with it).
 * Everything else is refused.
 */
factory?.createPolicy('default', {
  createHTML: (text, _type, sink) => (!text.includes('<') || sink === 'DOMParser parseFromString' ? text : null),
})

const stored = factory?.createPolicy('parvis-rich-text', { createHTML: (html) => html })

/** For `rich-text-view.tsx` only: HTML that the server has sanitised and stored. */
export function trustStoredHtml(html: string): string {
  return (stored ? stored.createHTML(html) : html) as string
}
