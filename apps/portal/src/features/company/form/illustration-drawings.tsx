import type { PictureSize } from '@parvis/domain/company/picture-sizes'
import { useEffect, useState } from 'react'
import { blobOf, canvasOf } from '../../../ui/picture/canvas.ts'
import { useObjectUrl } from '../../../ui/picture/use-object-url.ts'
import styles from './form.module.css'

type Palette = { name: string; sky: string; wall: string; far: string; ground: string; sign: string }

/** Palettes of the product; the name is an accessible label. */
const palettes: readonly Palette[] = [
  { name: 'verte', sky: '#e8f3ef', wall: '#9cc4b6', far: '#c6ddd4', ground: '#f4f1ea', sign: '#0f5c4d' },
  { name: 'brique', sky: '#fcece5', wall: '#e2a78f', far: '#f0cdbd', ground: '#f8f3ea', sign: '#a03d1b' },
  { name: 'bleue', sky: '#e8f1fa', wall: '#9fbfdf', far: '#c8dbee', ground: '#f4f1ea', sign: '#245a91' },
  { name: 'moutarde', sky: '#fff3d6', wall: '#dfbd77', far: '#eed9a9', ground: '#f8f3ea', sign: '#8f6510' },
]

type DrawingsProps = { icon: string; target: PictureSize; onChoose: (file: File) => void }

/** The sign of a trade over a row of houses, in each palette. */
export function IllustrationDrawings(props: DrawingsProps) {
  return (
    <div className={`stack-2 ${styles.drawings}`}>
      {palettes.map((palette) => (
        <Drawing key={palette.name} palette={palette} {...props} />
      ))}
    </div>
  )
}

function Drawing({ palette, icon, target, onChoose }: DrawingsProps & { palette: Palette }) {
  const [drawn, setDrawn] = useState<File>()
  const url = useObjectUrl(drawn)
  useEffect(() => {
    let isWanted = true
    void drawPicture(icon, target, palette).then((file) => isWanted && setDrawn(file))
    return () => {
      isWanted = false
    }
  }, [icon, target, palette])
  return (
    <button
      type="button"
      aria-label={`Illustration ${palette.name}`}
      disabled={!drawn}
      style={{ aspectRatio: `${target.width} / ${target.height}` }}
      onClick={() => drawn && onChoose(drawn)}
    >
      {url ? <img className="fill" src={url} alt="" /> : null}
    </button>
  )
}

/** Width and height of each house of the row, as shares of the picture. */
const houses = [
  [0.17, 0.34],
  [0.13, 0.46],
  [0.19, 0.3],
  [0.15, 0.42],
  [0.2, 0.36],
  [0.16, 0.48],
] as const

/** A row of houses on a square and the sign of a trade over them, as a JPEG of this size: a file like a chosen photo. */
async function drawPicture(icon: string, size: PictureSize, palette: Palette): Promise<File> {
  const { canvas, context } = canvasOf(size)
  drawTown(context, size, palette)
  await drawSign(context, size, palette, icon)
  return new File([await blobOf(canvas, 'image/jpeg', 0.92)], 'illustration.jpg', { type: 'image/jpeg' })
}

function drawTown(context: CanvasRenderingContext2D, { width, height }: PictureSize, palette: Palette): void {
  const fill = (color: string, x: number, y: number, w: number, h: number) => {
    context.fillStyle = color
    context.fillRect(x, y, w, h)
  }
  fill(palette.sky, 0, 0, width, height)
  const street = height * 0.82
  let x = 0
  for (const [index, [share, tall]] of houses.entries()) {
    const [w, top] = [share * width, street - tall * height]
    const color = index % 2 === 0 ? palette.wall : palette.far
    fill(color, x, top, w + 1, street - top)
    context.beginPath()
    context.moveTo(x, top)
    context.lineTo(x + w / 2, top - w * 0.32)
    context.lineTo(x + w + 1, top)
    context.fill()
    const pane = w / 5
    for (const column of [1, 3]) {
      for (let y = top + pane; y < street - pane * 1.6; y += pane * 2) {
        fill(palette.sky, x + column * pane, y, pane, pane * 1.2)
      }
    }
    x += w
  }
  fill(palette.ground, 0, street, width, height - street)
}

async function drawSign(context: CanvasRenderingContext2D, size: PictureSize, palette: Palette, icon: string) {
  const radius = Math.min(size.width, size.height) * 0.27
  const [x, y] = [size.width / 2, size.height / 2]
  context.fillStyle = palette.sign
  context.strokeStyle = '#ffffff'
  context.lineWidth = radius * 0.09
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  const drawing = await loadIcon(icon)
  if (drawing) context.drawImage(drawing, x - radius * 0.6, y - radius * 0.6, radius * 1.2, radius * 1.2)
}

/** The symbol in white; an unknown one leaves the disc empty. */
async function loadIcon(icon: string): Promise<HTMLImageElement | undefined> {
  try {
    const reply = await fetch(`/v1/icons/categories/${icon}.svg`)
    if (!reply.ok) return undefined
    const svg = (await reply.text()).replace(/stroke="#[0-9a-f]{6}"/i, 'stroke="#ffffff"')
    const image = new Image(240, 240)
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    image.src = url
    await image.decode()
    URL.revokeObjectURL(url)
    return image
  } catch {
    return undefined
  }
}
