import styles from './qr-code.module.css'
import { logoPixels, qrModules, qrPath, qrPixels, qrSide } from './qr-svg.ts'

type QrCodeProps = { link: string; logo: string; label: string }

const margin = 4

/** The code on the screen: 225 px, its logo 60 (K-003). */
export function QrCode({ link, logo, label }: QrCodeProps) {
  const modules = qrModules(link)
  const corner = (qrPixels - logoPixels) / 2
  const back = logoPixels + 2 * margin
  return (
    <svg className={styles.code} width={qrPixels} height={qrPixels} viewBox={`0 0 ${qrPixels} ${qrPixels}`} role="img">
      <title>{label}</title>
      <rect width={qrPixels} height={qrPixels} fill="#fff" />
      <path
        transform={`scale(${qrPixels / qrSide(modules)})`}
        d={qrPath(modules)}
        fill="#1f2a37"
        shapeRendering="crispEdges"
      />
      <rect x={corner - margin} y={corner - margin} width={back} height={back} rx={12} fill="#fff" />
      <image x={corner} y={corner} width={logoPixels} height={logoPixels} href={logo} />
    </svg>
  )
}
