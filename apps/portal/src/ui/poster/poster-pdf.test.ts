import { alertTexts } from '@parvis/domain/alerts/alerts.refusals.fr'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { postersOf } from '../../features/marketing/poster-text.fr.ts'
import { qrSvg } from '../qr-code.tsx'
import { type PosterNotice, posterPdf } from './poster-pdf.ts'
import { printable, unprintable } from './printable.ts'

const link = 'https://clichy.parvis.app'
const millimetres = (points: number) => Math.round((points * 25.4) / 72)

async function poster(format: 'A4' | 'A6', name: string, line: string, notice?: PosterNotice) {
  const png = await sharp(Buffer.from(qrSvg(link, 'data:image/svg+xml;base64,PHN2Zy8+', 900)))
    .png()
    .toBuffer()
  const pdf = await posterPdf({ format, name, line, link, notice, code: new Blob([new Uint8Array(png)]) })
  return await PDFDocument.load(await pdf.arrayBuffer())
}

const names = [
  'Boulangerie-Pâtisserie artisanale des Deux Épis et du Vieux Moulin de la Porte de Clichy',
  'Anticonstitutionnellementanticonstitutionnellementanticonstitutionnellement',
  'Les Amis du Livre',
  '漢字',
]
test.each([
  ['A4', 210, 297],
  ['A6', 105, 148],
] as const)(
  'K-007 %s is one page of %i by %i mm, whatever the name, with or without a line',
  async (format, width, height) => {
    for (const name of names) {
      for (const line of ['Suivez-nous, recevez nos offres du jour', '']) {
        const pdf = await poster(format, name, line)
        expect(pdf.getPages().map((page) => [millimetres(page.getWidth()), millimetres(page.getHeight())])).toEqual([
          [width, height],
        ])
      }
    }
  },
)

test.each(['A4', 'A6'] as const)(
  'W-019 the %s poster of an instant is one page, with its picture or without',
  async (format) => {
    const jpeg = await sharp({ create: { width: 1240, height: 620, channels: 3, background: '#c4532d' } })
      .jpeg()
      .toBuffer()
    const title = 'Grande dégustation des fromages de montagne et des vins de la vallée, avec les producteurs'
    for (const picture of [new Blob([new Uint8Array(jpeg)]), undefined]) {
      const instant = { title, when: 'Samedi 14 mars 2027, 14 h – 18 h', picture }
      expect((await poster(format, names[0] ?? '', '', instant)).getPageCount()).toBe(1)
    }
  },
)

test('Y-024 T08 the poster of an alert is one page, whatever its texts', async () => {
  const texts = [
    'Crue de la Seine, quittez les berges',
    '\u202e<script>alert(1)</script>\u0000 🚨 漢字',
    'm'.repeat(80),
  ]
  for (const title of texts) {
    for (const text of [`${title}\n`.repeat(20).slice(0, 600), 'Fermez tout.']) {
      const warning = { level: 'DANGER', text, advice: alertTexts.honest, isDanger: true }
      const notice = { title, when: 'Jusqu’au 27 novembre 2026 à 14 h 05', warning }
      const pdf = await poster('A4', 'Mairie de Clichy', '', notice)
      expect([pdf.getPageCount(), pdf.getTitle()]).toEqual([1, `Mairie de Clichy - ${title}`])
    }
  }
})

test('K-007 a minus, narrow spaces and quotes are printed, what cannot be is named', () => {
  expect(printable('−20\u202f% «\u00a0ce soir\u00a0» chez L’Été & Fils')).toBe(
    '–20\u00a0% «\u00a0ce soir\u00a0» chez L’Été &\u00a0Fils',
  )
  expect(printable('« Ouvert » : venez !')).toBe('«\u00a0Ouvert\u00a0»\u00a0: venez\u00a0!')
  expect(unprintable('−20\u202f% “ce soir” • 5\u00a0€')).toEqual([])
  expect(unprintable('Miam 🥐🥐 漢')).toEqual(['🥐', '漢'])
})

test('K-007 K-008 what the page proposes can be printed, and a town hall is spoken to as one', () => {
  for (const type of ['commerce', 'entreprise', 'association', 'mairie'] as const)
    expect(unprintable(postersOf(type).line)).toEqual([])
  expect(Object.values(postersOf('mairie')).join(' ')).not.toMatch(/client|offre/)
})
