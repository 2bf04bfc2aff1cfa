import { PDFDocument, type PDFFont, type PDFImage, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import { plainLink } from '../../lib/plain-link.ts'
import { printable } from './printable.ts'

export type PosterContent = {
  format: 'A4' | 'A6'
  /** The company's name. */
  name: string
  line: string
  link: string
  /** The QR code with its logo, as a PNG. */
  code: Blob
  /** What is announced instead of the line: an instant, an alert. */
  notice?: PosterNotice | undefined
}
export type PosterNotice = {
  title: string
  when: string
  /** A JPEG of `posterPicture`. */
  picture?: Blob | undefined
  /** A warning, whole on the sheet: whoever has no telephone reads it too. */
  warning?: { level: string; text: string; advice: string; isDanger: boolean }
}

/** Pixels of the picture of an instant: the width of the sheet at 150 dots an inch, 2:1. */
export const posterPicture = { width: 1240, height: 620 }

/** Points, 72 to the inch, upright. */
const sizes = { A4: { width: 595.28, height: 841.89 }, A6: { width: 297.64, height: 419.53 } }
const fir = rgb(0.059, 0.361, 0.302)
const brick = rgb(0.62, 0.16, 0.09)
const ink = rgb(0.122, 0.165, 0.216)
const soft = rgb(0.333, 0.376, 0.427)
const paper = rgb(0.984, 0.98, 0.969)
const white = rgb(1, 1, 1)

/** A poster or a counter card, ready to print: name, line, code, and what to do with it. */
export async function posterPdf(content: PosterContent): Promise<Blob> {
  const { width, height } = sizes[content.format]
  const pdf = await PDFDocument.create()
  pdf.setTitle(content.notice ? `${content.name} - ${content.notice.title}` : `${content.name} - QR code`)
  pdf.setLanguage('fr')
  const page = pdf.addPage([width, height])
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const plain = await pdf.embedFont(StandardFonts.Helvetica)
  const code = await pdf.embedPng(await content.code.arrayBuffer())

  const sheet = { page, bold, plain, code, unit: width / 100 }
  page.drawRectangle({ x: 0, y: 0, width, height, color: paper })
  if (content.notice?.warning) drawWarning(sheet, content, content.notice, content.notice.warning)
  else if (content.notice) {
    const { picture } = content.notice
    drawNotice(sheet, content, content.notice, picture && (await pdf.embedJpg(await picture.arrayBuffer())))
  } else drawBusiness(sheet, content)
  return new Blob([(await pdf.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
}

/** `unit`: a hundredth of the width of the sheet. */
type Sheet = { page: PDFPage; bold: PDFFont; plain: PDFFont; code: PDFImage; unit: number }

/** The name and the line on fir green, the code under them. */
function drawBusiness({ page, bold, plain, code, unit }: Sheet, content: PosterContent): void {
  const { width, height } = page.getSize()
  page.drawRectangle({ x: 0, y: height * 0.7, width, height: height * 0.3, color: fir })
  const name = fitted(bold, printable(content.name), { size: 9 * unit, maxLines: 3, room: 86 * unit, color: white })
  const line = fitted(plain, printable(content.line), { size: 4.2 * unit, maxLines: 2, room: 86 * unit, color: white })
  drawBlocks(page, [name, line], { top: height, bottom: height * 0.7, gap: 4 * unit })
  const bottom = height * 0.21
  drawCode({ page, bold, plain, code, unit }, content.link, { side: 58 * unit, bottom, words: 4.2 * unit })
}

/** Who, the picture, what, when, the text, and the code. */
function drawNotice(
  { page, bold, plain, code, unit }: Sheet,
  { name, link }: PosterContent,
  { title, when }: PosterNotice,
  picture: PDFImage | undefined,
): void {
  const { width, height } = page.getSize()
  const banner = height - 15 * unit
  page.drawRectangle({ x: 0, y: banner, width, height: 15 * unit, color: fir })
  const who = fitted(bold, printable(name), { size: 5.5 * unit, maxLines: 2, room: 90 * unit, color: white })
  drawBlocks(page, [who], { top: height, bottom: banner, gap: 0 })
  const under = picture ? banner - width / 2 : banner
  if (picture) page.drawImage(picture, { x: 0, y: under, width, height: width / 2 })
  const bottom = 16 * unit
  const side = (picture ? 34 : 50) * unit
  const words = [
    fitted(bold, printable(title), { size: 7.5 * unit, maxLines: 2, room: 90 * unit, color: ink }),
    fitted(plain, printable(when), { size: 4.2 * unit, maxLines: 2, room: 90 * unit, color: fir }),
  ]
  drawBlocks(page, words, { top: under, bottom: bottom + side + 3 * unit, gap: 2 * unit })
  drawCode({ page, bold, plain, code, unit }, link, { side, bottom, words: 3.8 * unit })
}

/** How grave, who; what, until when, what to do, as large as the sheet allows; the numbers to call beside the code. */
function drawWarning(
  { page, bold, plain, code, unit }: Sheet,
  { name, link }: PosterContent,
  { title, when }: PosterNotice,
  { level, text, advice, isDanger }: NonNullable<PosterNotice['warning']>,
): void {
  const { width, height } = page.getSize()
  const colour = isDanger ? brick : fir
  const [banner, foot, left, gap] = [height - 22 * unit, 30 * unit, 6 * unit, 2.5 * unit]
  page.drawRectangle({ x: 0, y: banner, width, height: 22 * unit, color: colour })
  const head = { maxLines: 1, room: 88 * unit, color: white }
  const whole = [
    fitted(bold, level, { ...head, size: 10 * unit }),
    fitted(bold, printable(name), { ...head, size: 5 * unit }),
  ]
  drawBlocks(page, whole, { top: height, bottom: banner, gap: 0 })
  const words = [
    fitted(bold, printable(title), { size: 7.5 * unit, maxLines: 2, room: 88 * unit, color: ink }),
    fitted(bold, printable(when), { size: 4.6 * unit, maxLines: 1, room: 88 * unit, color: colour }),
  ]
  const free = banner - foot - words.reduce((sum, block) => sum + heightOf(block), 4 * gap)
  const printed = printable(text.replace(/\n{2,}/g, '\n\n'))
  words.push(fitted(plain, printed, { size: 6.5 * unit, maxHeight: free, room: 88 * unit, color: ink }))
  drawBlocks(page, words, { top: banner, bottom: foot, gap, left })
  page.drawRectangle({ x: 0, y: 0, width, height: foot, color: white })
  page.drawImage(code, { x: left, y: 3 * unit, width: 24 * unit, height: 24 * unit })
  const beside = { room: 58 * unit, color: ink }
  const aims = [
    fitted(bold, printable(advice), { ...beside, size: 4 * unit, maxLines: 3 }),
    fitted(plain, 'Les nouvelles\u00a0: visez ce code avec votre téléphone.', {
      ...beside,
      size: 3.4 * unit,
      maxLines: 2,
    }),
    // The page of all alerts: its own address is too long to be typed.
    fitted(plain, plainLink(link).replace(/\/[^/]+$/, ''), { ...beside, size: 2.8 * unit, maxLines: 1, color: soft }),
  ]
  drawBlocks(page, aims, { top: foot, bottom: 0, gap: 1.6 * unit, left: 35 * unit })
}

/** The code on white and, under it, what to do with it. */
function drawCode(
  { page, bold, plain, code, unit }: Sheet,
  link: string,
  { side, bottom, words }: Record<'side' | 'bottom' | 'words', number>,
): void {
  const x = (page.getWidth() - side) / 2
  const margin = 3 * unit
  page.drawRectangle({
    x: x - margin,
    y: bottom - margin,
    width: side + 2 * margin,
    height: side + 2 * margin,
    color: white,
  })
  page.drawImage(code, { x, y: bottom, width: side, height: side })
  const aim = 'Visez ce code avec votre téléphone'
  const captions = [
    fitted(bold, aim, { size: words, maxLines: 1, room: 86 * unit, color: ink }),
    fitted(plain, plainLink(link), { size: words * 0.8, maxLines: 1, room: 86 * unit, color: soft }),
  ]
  drawBlocks(page, captions, { top: bottom - margin, bottom: 0, gap: words * 0.6 })
}

type Block = { lines: string[]; font: PDFFont; size: number; color: typeof ink }
type Fitting = { size: number; maxLines?: number; maxHeight?: number; room: number; color: typeof ink }

const leading = 1.25
const smallest = 6

/** A text in as many lines, or as much height, as allowed; too long, it gets smaller until it fits. Nothing for an empty text. */
function fitted(font: PDFFont, text: string, fitting: Fitting): Block {
  const { size, maxLines = Number.POSITIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY, room, color } = fitting
  const lines = text === '' ? [] : text.split('\n').flatMap((line) => wrap(font, line, size, room))
  const block = { lines, font, size, color }
  const isLow = lines.length <= maxLines && heightOf(block) <= maxHeight
  const fits = isLow && lines.every((line) => font.widthOfTextAtSize(line, size) <= room)
  return fits || size <= smallest ? block : fitted(font, text, { ...fitting, size: size * 0.95 })
}

function wrap(font: PDFFont, text: string, size: number, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && font.widthOfTextAtSize(longer, size) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const heightOf = ({ lines, size }: Block) => lines.length * size * leading

type Band = Record<'top' | 'bottom' | 'gap', number> & { left?: number }

/** The blocks one under the other, in the middle of a band of the page; their lines begin at `left`, or are centred. */
function drawBlocks(page: PDFPage, all: Block[], { top, bottom, gap, left }: Band): void {
  const blocks = all.filter(({ lines }) => lines.length > 0)
  const total = blocks.reduce((sum, block) => sum + heightOf(block), 0) + gap * (blocks.length - 1)
  let y = (top + bottom + total) / 2
  for (const { lines, font, size, color } of blocks) {
    for (const line of lines) {
      y -= size * leading
      const x = left ?? (page.getWidth() - font.widthOfTextAtSize(line, size)) / 2
      page.drawText(line, { x, y: y + size * (leading - 1), size, font, color })
    }
    y -= gap
  }
}
