import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'

export type PosterContent = {
  format: 'A4' | 'A6'
  /** The company's name. */
  name: string
  line: string
  link: string
  /** The whole code, logo included, as a PNG. */
  logo: Blob
}

/** Points, 72 to the inch, upright. */
const sizes = { A4: { width: 595.28, height: 841.89 }, A6: { width: 297.64, height: 419.53 } }
const fir = rgb(0.059, 0.361, 0.302)
const ink = rgb(0.122, 0.165, 0.216)
const soft = rgb(0.333, 0.376, 0.427)
const paper = rgb(0.984, 0.98, 0.969)
const white = rgb(1, 1, 1)

/** A poster or a counter card, ready to print: name, line, code, and what to do with it. */
export async function posterPdf(content: PosterContent): Promise<Blob> {
  const { width, height } = sizes[content.format]
  const pdf = await PDFDocument.create()
  pdf.setTitle(`${content.name} - QR code`)
  pdf.setLanguage('fr')
  const page = pdf.addPage([width, height])
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const plain = await pdf.embedFont(StandardFonts.Helvetica)
  const code = await pdf.embedPng(await content.logo.arrayBuffer())

  const unit = width / 100
  page.drawRectangle({ x: 0, y: 0, width, height, color: paper })
  page.drawRectangle({ x: 0, y: height * 0.7, width, height: height * 0.3, color: fir })
  drawLines(page, bold, printable(content.name), { top: height - 15 * unit, size: 9 * unit, color: white, most: 2 })
  drawLines(page, plain, printable(content.line), {
    top: height * 0.7 + 9 * unit,
    size: 4.2 * unit,
    color: white,
    most: 2,
  })

  const side = 58 * unit
  const bottom = height * 0.21
  page.drawRectangle({
    x: (width - side) / 2 - 3 * unit,
    y: bottom - 3 * unit,
    width: side + 6 * unit,
    height: side + 6 * unit,
    color: white,
  })
  page.drawImage(code, { x: (width - side) / 2, y: bottom, width: side, height: side })
  drawLines(page, bold, 'Visez ce code avec votre téléphone', { top: 21 * unit, size: 4.2 * unit, color: ink, most: 1 })
  drawLines(page, plain, content.link.replace(/^https?:\/\//, ''), {
    top: 13 * unit,
    size: 3.4 * unit,
    color: soft,
    most: 1,
  })
  return new Blob([(await pdf.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
}

type LineStyle = { top: number; size: number; color: typeof ink; most: number }

/** Centred lines; a text too long for them gets smaller until it fits. */
function drawLines(page: PDFPage, font: PDFFont, text: string, { top, size, color, most }: LineStyle): void {
  const room = page.getWidth() * 0.86
  const lines = wrap(font, text, size, room)
  if (lines.length > most && size > 6) {
    drawLines(page, font, text, { top, size: size * 0.9, color, most })
    return
  }
  lines.forEach((line, index) => {
    const x = (page.getWidth() - font.widthOfTextAtSize(line, size)) / 2
    page.drawText(line, { x, y: top - index * size * 1.25, size, font, color })
  })
}

function wrap(font: PDFFont, text: string, size: number, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && font.widthOfTextAtSize(longer, size) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.some((line) => font.widthOfTextAtSize(line, size) > room) ? [...lines, ''.padEnd(lines.length)] : lines
}

/** The standard fonts of PDF know Western European letters only: others are left out. */
function printable(text: string): string {
  return (
    text
      .replaceAll('’', "'")
      .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u20ac\u2013\u2026]/g, '')
      .trim() || ' '
  )
}
