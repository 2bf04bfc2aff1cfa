import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../../lib/download.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QrCode, qrSvg } from '../../ui/qr-code.tsx'
import styles from './qr-card.module.css'

type QrCardProps = {
  title: string
  sentence: string
  link: string
  logo: string
  /** Without ending: `qr-application`, `qr-site`. */
  fileName: string
  poster: QrPoster
}
type QrPoster = {
  name: string
  line: string
  instant?: { title: string; when: string; pictureUrl: string | null } | undefined
}

/** One code: shown, and to take away as a picture, a poster or a counter card. */
export function QrCard({ title, sentence, ...code }: QrCardProps) {
  return (
    <Card title={title} sentence={sentence}>
      <QrBody {...code} />
    </Card>
  )
}

/** The code, its address and the files; the poster of an instant tells of it. */
export function QrBody({ link, logo, fileName, poster }: Omit<QrCardProps, 'title' | 'sentence'>) {
  const [busy, setBusy] = useState<string>()
  const [failed, setFailed] = useState(false)

  const take = async (name: string, make: () => Promise<Blob>) => {
    setBusy(name)
    setFailed(false)
    try {
      saveFile(await make(), name)
    } catch {
      setFailed(true)
    }
    setBusy(undefined)
  }
  const print = (format: 'A4' | 'A6', name: string) =>
    take(name, async () => {
      const { posterPdf, posterPicture } = await import('./poster-pdf.ts')
      const { instant } = poster
      const picture = instant?.pictureUrl ? await jpegOf(instant.pictureUrl, posterPicture) : undefined
      const told = instant && { ...instant, picture }
      return await posterPdf({ ...poster, instant: told, format, link, code: await qrPng(link, logo) })
    })

  const files = [
    {
      name: `${fileName}.png`,
      label: 'Image PNG',
      icon: <IconDownload />,
      make: () => take(`${fileName}.png`, () => qrPng(link, logo)),
    },
    {
      name: `${fileName}.svg`,
      label: 'Pour l’imprimeur (SVG)',
      icon: <IconDownload />,
      make: () => take(`${fileName}.svg`, () => qrSvgFile(link, logo)),
    },
    {
      name: `${fileName}-affiche.pdf`,
      label: poster.instant ? 'Affiche de l’instant A4' : 'Affiche A4',
      icon: <IconFileTypePdf />,
      make: () => print('A4', `${fileName}-affiche.pdf`),
    },
    {
      name: `${fileName}-carte.pdf`,
      label: poster.instant ? 'Carte de l’instant A6' : 'Carte A6',
      icon: <IconFileTypePdf />,
      make: () => print('A6', `${fileName}-carte.pdf`),
    },
  ]

  return (
    <div className={`inline ${styles.body}`}>
      <QrCode link={link} logo={logo} label={`QR code vers ${link}`} />
      <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
        {link.replace(/^https?:\/\//, '')}
      </a>
      <ul className={`stack-1 ${styles.files}`}>
        {files.map(({ name, label, icon, make }) => (
          <li key={name}>
            <Button variant="secondary" icon={icon} wide loading={busy === name} onClick={() => void make()}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {failed ? <Alert tone="danger">Le fichier n’a pas pu être préparé, merci de réessayer.</Alert> : null}
    </div>
  )
}

const printPixels = 900

/** The code as a drawing, its logo inside, so that it stands alone anywhere. */
async function qrSvgFile(link: string, logo: string): Promise<Blob> {
  return new Blob([qrSvg(link, await logoData(logo), printPixels)], { type: 'image/svg+xml' })
}

/** The code as a picture of 900 px: sharp at 7 cm in print. Drawn here, sent nowhere (AMB-118). */
async function qrPng(link: string, logo: string): Promise<Blob> {
  const address = URL.createObjectURL(await qrSvgFile(link, logo))
  try {
    const image = new Image(printPixels, printPixels)
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = printPixels
    canvas.height = printPixels
    canvas.getContext('2d')?.drawImage(image, 0, 0, printPixels, printPixels)
    return await blobOf(canvas, 'image/png')
  } finally {
    URL.revokeObjectURL(address)
  }
}

/**
 * One of our pictures as a JPEG of that size, its middle kept. Read from this host whatever the media host is: the canvas of a
 * picture of another origin cannot be read back.
 */
async function jpegOf(pictureUrl: string, { width, height }: { width: number; height: number }): Promise<Blob> {
  const answer = await fetch(new URL(pictureUrl).pathname)
  const picture = await createImageBitmap(await answer.blob())
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const scale = Math.max(width / picture.width, height / picture.height)
  const [wide, high] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high)
  return await blobOf(canvas, 'image/jpeg')
}

function blobOf(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))), type, 0.85),
  )
}

async function logoData(logo: string): Promise<string> {
  const svg = await (await fetch(logo)).text()
  return `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(svg)))}`
}
