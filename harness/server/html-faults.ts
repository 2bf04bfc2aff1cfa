import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // React writes void elements and attributes its own way; both are valid HTML.
  rules: {
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-implicit-button-type': 'off',
    'long-title': 'off',
    'attr-case': 'off',
    'no-inline-style': 'off',
    'doctype-style': 'off',
    'require-sri': 'off',
  },
})

/** What html-validate finds wrong in a page of the site, one line each; the path says where. */
export async function htmlFaults(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${path} ${ruleId}: ${message}`))
}
