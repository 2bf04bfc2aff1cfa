import { typesetHtml } from '@parvis/domain/site/typography.fr'
import styles from './rich-text.module.css'
import { trustStoredHtml } from './theme/trusted-types.ts'

/**
 * Shows rich text: HTML that the server has sanitised and stored, or that our own editor is writing.
 * The one place of the portal that hands HTML to the browser.
 */
export function RichTextView({ html }: { html: string | null | undefined }) {
  if (!html) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the audited place; the content policy runs nothing in it
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: trustStoredHtml(typesetHtml(html)) }} />
}
