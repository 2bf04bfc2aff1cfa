import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../lib/download.ts'
import { plainLink } from '../../lib/plain-link.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { OutsideLink } from '../../ui/link-button.tsx'
import { jpegOf, qrPng, qrSvgFile } from '../../ui/poster/qr-files.ts'
import { QrCode } from '../../ui/qr-code.tsx'
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
  const take = useMutation({
    mutationFn: async ({ end, make }: { end: string; make: () => Promise<Blob> }) =>
      saveFile(await make(), `${fileName}${end}`),
  })
  const print = (format: 'A4' | 'A6') => async () => {
    const { posterPdf, posterPicture } = await import('../../ui/poster/poster-pdf.ts')
    const { instant, ...words } = poster
    const picture = instant?.pictureUrl ? await jpegOf(instant.pictureUrl, posterPicture) : undefined
    const notice = instant && { ...instant, picture }
    return await posterPdf({ ...words, notice, format, link, code: await qrPng(link, logo) })
  }
  const of = poster.instant ? ' de l’instant' : ''
  const files = [
    { end: '.png', label: 'Image PNG', icon: IconDownload, make: () => qrPng(link, logo) },
    { end: '.svg', label: 'Pour l’imprimeur (SVG)', icon: IconDownload, make: () => qrSvgFile(link, logo) },
    { end: '-affiche.pdf', label: `Affiche${of} A4`, icon: IconFileTypePdf, make: print('A4') },
    { end: '-carte.pdf', label: `Carte${of} A6`, icon: IconFileTypePdf, make: print('A6') },
  ]

  return (
    <div className="inline column gap-2">
      <QrCode link={link} logo={logo} label={`QR code vers ${link}`} />
      <OutsideLink className="bold fir anywhere tap" href={link}>
        {plainLink(link)}
      </OutsideLink>
      <ul className={`stack-1 ${styles.files}`}>
        {files.map(({ label, icon, ...file }) => {
          const isTaken = take.isPending && take.variables.end === file.end
          return (
            <li key={file.end}>
              <Button variant="secondary" icon={icon} wide loading={isTaken} onClick={() => take.mutate(file)}>
                {label}
              </Button>
            </li>
          )
        })}
      </ul>
      {take.isError ? <Alert tone="danger">Le fichier n’a pas pu être préparé, merci de réessayer.</Alert> : null}
    </div>
  )
}
