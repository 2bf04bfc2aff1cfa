import sanitizeHtml from 'sanitize-html'

/**
 * HTML of a rich-text field as it may be stored and shown: the marks of our editor, safe links, nothing that runs, loads
 * or positions. What is shown is what was stored.
 */
export function sanitiseRichText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h2',
      a: (_tag, { href }) => ({
        tagName: 'a',
        attribs: { ...(href && { href }), rel: 'noopener noreferrer nofollow ugc', target: '_blank' },
      }),
    },
  })
}
