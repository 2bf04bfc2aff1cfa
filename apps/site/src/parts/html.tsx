import type { ComponentProps } from 'react'

type Written = { tag?: 'div' | 'style' | 'script'; html: string } & Pick<ComponentProps<'script'>, 'className' | 'type'>

/** Markup as it is: sanitised when it was stored (sanitise-rich-text.ts), or ours and allowed by its hash. */
export function Html({ tag: Tag = 'div', html, ...rest }: Written) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place of this site; the content policy runs nothing else.
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}
