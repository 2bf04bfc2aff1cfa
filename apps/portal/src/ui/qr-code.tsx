import qrcode from 'qrcode-generator'
import styles from './qr-code.module.css'

type QrCodeProps = { link: string; logo: string; label: string }

/** The code on the screen: 225 px, its logo 60. */
export function QrCode({ link, logo, label }: QrCodeProps) {
  const { path, side } = qrDrawing(link)
  return (
    <svg className={styles.code} width={qrPixels} height={qrPixels} viewBox={`0 0 ${qrPixels} ${qrPixels}`} role="img">
      <title>{label}</title>
      <rect width={qrPixels} height={qrPixels} fill="#fff" />
      <path transform={`scale(${qrPixels / side})`} d={path} fill="#1f2a37" shapeRendering="crispEdges" />
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

/** One path for all dark modules of a text, in units of modules, from the corner of the quiet zone; `side`: of the whole code. */
function qrDrawing(text: string): { path: string; side: number } {
  const code = qrcode(0, level)
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (code.isDark(row, column)) path += `M${column + quietModules} ${row + quietModules}h1v1h-1z`
    }
  }
  return { path, side: count + 2 * quietModules }
}

/** A whole SVG file: the code, and the logo (an address or a data: address) on a white square in its middle. */
export function qrSvg(text: string, logo: string, pixels = qrPixels): string {
  const { path, side } = qrDrawing(text)
  const scale = qrPixels / side
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${qrPixels} ${qrPixels}"><rect width="${qrPixels}" height="${qrPixels}" fill="#fff"/><path transform="scale(${scale})" d="${path}" fill="#1f2a37" shape-rendering="crispEdges"/><rect x="${backCorner}" y="${backCorner}" width="${backPixels}" height="${backPixels}" rx="12" fill="#fff"/><image x="${corner}" y="${corner}" width="${logoPixels}" height="${logoPixels}" href="${logo}"/></svg>`
}
