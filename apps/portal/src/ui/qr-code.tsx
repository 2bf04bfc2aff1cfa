import qrcode from 'qrcode-generator'
import styles from './qr-code.module.css'

type QrCodeProps = { link: string; logo: string; label: string }

/** The code on the screen: 225 px, its logo 60. */
export function QrCode({ link, logo, label }: QrCodeProps) {
  const modules = qrModules(link)
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
      <rect x={backCorner} y={backCorner} width={backPixels} height={backPixels} rx={12} fill="#fff" />
      <image x={corner} y={corner} width={logoPixels} height={logoPixels} href={logo} />
    </svg>
  )
}

/** Level H: a third of the modules may be hidden, so a logo in the middle leaves the code readable. */
const level = 'H'
/** Modules of white that a reader needs around the code. */
const quietModules = 4
const qrPixels = 225
const logoPixels = 60
const corner = (qrPixels - logoPixels) / 2
const logoMargin = 4
/** The white square that the logo stands on. */
const backCorner = corner - logoMargin
const backPixels = logoPixels + 2 * logoMargin

type QrModules = { count: number; isDark: (row: number, column: number) => boolean }

/** The dark and light modules of a text. */
function qrModules(text: string): QrModules {
  const code = qrcode(0, level)
  code.addData(text)
  code.make()
  return { count: code.getModuleCount(), isDark: (row, column) => code.isDark(row, column) }
}

/** One path for all dark modules, in units of modules, from the corner of the quiet zone. */
function qrPath({ count, isDark }: QrModules): string {
  let path = ''
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (isDark(row, column)) path += `M${column + quietModules} ${row + quietModules}h1v1h-1z`
    }
  }
  return path
}

const qrSide = ({ count }: QrModules): number => count + 2 * quietModules

/** A whole SVG file: the code, and the logo (an address or a data: address) on a white square in its middle. */
export function qrSvg(text: string, logo: string, pixels = qrPixels): string {
  const modules = qrModules(text)
  const scale = qrPixels / qrSide(modules)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${qrPixels} ${qrPixels}"><rect width="${qrPixels}" height="${qrPixels}" fill="#fff"/><path transform="scale(${scale})" d="${qrPath(modules)}" fill="#1f2a37" shape-rendering="crispEdges"/><rect x="${backCorner}" y="${backCorner}" width="${backPixels}" height="${backPixels}" rx="12" fill="#fff"/><image x="${corner}" y="${corner}" width="${logoPixels}" height="${logoPixels}" href="${logo}"/></svg>`
}
