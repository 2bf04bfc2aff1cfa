import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './qr-card.module.css'
import { qrPng, qrSvgFile } from './qr-files.ts'

type QrCardProps = {
  title: string
  sentence: string
  link: string
  logo: string
  /** Without ending: `qr-application`, `qr-site`. */
  fileName: string
  poster: { name: string; line: string }
}

/** One code: shown, and to take away as a picture, a poster or a counter card. */
export function QrCard({ title, sentence, link, logo, fileName, poster }: QrCardProps) {
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
      const { posterPdf } = await import('./poster-pdf.ts')
      return await posterPdf({ ...poster, format, link, logo: await qrPng(link, logo) })
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
      label: 'Affiche A4',
      icon: <IconFileTypePdf />,
      make: () => print('A4', `${fileName}-affiche.pdf`),
    },
    {
      name: `${fileName}-carte.pdf`,
      label: 'Carte A6',
      icon: <IconFileTypePdf />,
      make: () => print('A6', `${fileName}-carte.pdf`),
    },
  ]

  return (
    <Card title={title} sentence={sentence}>
      <div className={styles.body}>
        <QrCode link={link} logo={logo} label={`QR code vers ${link}`} />
        <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
          {link.replace(/^https?:\/\//, '')}
        </a>
        <ul className={styles.files}>
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
    </Card>
  )
}
