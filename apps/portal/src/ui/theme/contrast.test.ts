import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { digestLetter, writeLetter } from '@parvis/domain/notices/letter.fr'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const colours = new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))

/** Every pair of text on ground that the style sheets use. */
const pairs: [text: string, grounds: string[]][] = [
  ['ink', ['paper', 'surface', 'sunken', 'fir-soft', 'mustard-soft', 'sky-soft', 'brick-soft', 'success-soft']],
  ['ink-soft', ['paper', 'surface', 'sunken']],
  ['fir', ['paper', 'surface', 'fir-soft']],
  ['fir-deep', ['fir-soft', 'surface']],
  ['on-fir', ['fir', 'fir-deep', 'danger', 'danger-deep', 'sky', 'brick', 'mustard', 'ink']],
  ['sky', ['surface', 'paper', 'sky-soft']],
  ['sky-ink', ['sky-soft', 'surface']],
  ['brick', ['surface']],
  ['brick-ink', ['brick-soft', 'surface', 'paper']],
  ['mustard-ink', ['mustard-soft', 'surface', 'paper']],
  ['danger', ['surface', 'paper']],
  ['danger-deep', ['danger-soft']],
  ['success-ink', ['success-soft', 'surface']],
]

test('a mail has no other colours than these', () => {
  const address = 'https://exemple.fr'
  const { html } = writeLetter(digestLetter({ conversations: 1, orders: 0 }, address), {
    publicUrl: address,
    notMine: address,
  })
  const used = [...html.matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => hex)
  expect([...colours.values()]).toEqual(expect.arrayContaining(used))
  expect(used).toContain(colours.get('fir'))
})

for (const [text, grounds] of pairs) {
  test(`${text} can be read on ${grounds.join(', ')} (4.5:1)`, () => {
    for (const ground of grounds) expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })
}

test('the frame of a control is seen on its ground (3:1)', () => {
  for (const ground of ['surface', 'paper']) expect(contrast('line-strong', ground)).toBeGreaterThanOrEqual(3)
})

const root = new URL('../../../../../', import.meta.url)
/** What is drawn where the sheet of tokens cannot be read: before it, by the server, on paper, in letters. */
const otherSurfaces = [
  'apps/portal/index.html',
  'apps/portal/public/hors-ligne.css',
  'apps/portal/src/ui/poster/poster-pdf.ts',
  'apps/server/src/features/notices/mail-clicks.ts',
  'apps/server/src/features/docs/docs.routes.ts',
  ...globSync('apps/site/src/*.css', { cwd: fileURLToPath(root) }),
  'packages/domain/src/notices/letter.fr.ts',
]
/** The gold of the mark; the vigilance of an alert; the dark theme of fragments, which other sites frame. */
const theirOwn = '#f2b84b #3d2c00 #ffe1a3 #f1efe9 #b4bcc4 #3a434d #7fd1bd #f0a38a #1b2229'.split(' ')

test('every surface drawn without the tokens uses their colours', () => {
  const known = new Set([...colours.values(), ...theirOwn])
  for (const file of otherSurfaces) {
    const text = readFileSync(new URL(file, root), 'utf8').toLowerCase()
    expect(
      (text.match(/#[0-9a-f]{6}\b/g) ?? []).filter((colour) => !known.has(colour)),
      file,
    ).toEqual([])
  }
})

function contrast(text: string, ground: string): number {
  const [dark = 0, light = 0] = [luminance(text), luminance(ground)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2 relative luminance. */
function luminance(name: string): number {
  const hex = colours.get(name)
  if (!hex) throw new Error(`no colour ${name}`)
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
