import { readFileSync } from 'node:fs'
import jsQr from 'jsqr'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrSvg } from './qr-code.tsx'

const logo = (name: string) => {
  const svg = readFileSync(new URL(`../../public/logos/${name}.svg`, import.meta.url))
  return `data:image/svg+xml;base64,${svg.toString('base64')}`
}

async function decode(svg: string): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test.each([
  ['https://clichy.parvis.app', 'app-92110'],
  ['https://paris.parvis.app', 'app-paris'],
  ['https://mon-restaurant_de_quartier-75.parvis.site', 'parvis'],
])(
  'K-001 K-003 K-004 an independent reader decodes %s with its logo, at 225 px and at print size',
  async (text, name) => {
    expect(await decode(qrSvg(text, logo(name)))).toBe(text)
    expect(await decode(qrSvg(text, logo(name), 900))).toBe(text)
  },
)

test('K-003 the code is 225 px wide and its logo 60', () => {
  const svg = qrSvg('https://paris.parvis.app', '/logo.svg')
  expect(svg).toContain('width="225" height="225"')
  expect(svg).toMatch(/<image [^>]*width="60" height="60"/)
})
