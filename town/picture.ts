import sharp from 'sharp'

export type Scene = 'bread' | 'flower' | 'cup' | 'tool' | 'garden' | 'building' | 'card'

type Palette = { sky: string; light: string; ground: string; main: string; accent: string }

const palettes: Record<Scene, Palette> = {
  bread: { sky: '#f7dcb4', light: '#fff2da', ground: '#c98545', main: '#8a4b1f', accent: '#f2b84b' },
  flower: { sky: '#f6d3da', light: '#fff0f2', ground: '#6f9a74', main: '#b8375a', accent: '#f2b84b' },
  cup: { sky: '#cfe3ea', light: '#f2fafc', ground: '#7a5a46', main: '#fbfaf7', accent: '#c4532d' },
  tool: { sky: '#c9d9ee', light: '#eef4fc', ground: '#4f6685', main: '#2f6fb0', accent: '#f2b84b' },
  garden: { sky: '#d9ecc9', light: '#f5fbec', ground: '#7b5b3a', main: '#2f7a4f', accent: '#e0913a' },
  building: { sky: '#cfe0f3', light: '#f4f8fd', ground: '#8f8a7d', main: '#f1e6d2', accent: '#0f5c4d' },
  card: { sky: '#e6e2d9', light: '#fbfaf7', ground: '#8a8778', main: '#ffffff', accent: '#1f2a37' },
}

/** Drawn for the demonstration: no photograph of anyone. 100 x 100, the ground at 72. */
const drawings: Record<Scene, (p: Palette) => string> = {
  bread: ({ main, accent }) =>
    `<path d="M22 66c0-16 12-26 28-26s28 10 28 26c0 5-4 8-9 8H31c-5 0-9-3-9-8z" fill="${main}"/><path d="M34 50l8 10M47 45l8 12M60 47l7 11" stroke="${accent}" stroke-width="3.500" stroke-linecap="round"/>`,
  flower: ({ main, accent }) =>
    `<path d="M50 76V48" stroke="#3f6b48" stroke-width="3.500"/><path d="M50 66c-9-1-13-6-14-12 8 0 13 4 14 12z" fill="#3f6b48"/>${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cx="50" cy="31" rx="7.500" ry="11.500" fill="${main}" transform="rotate(${turn} 50 42)"/>`).join('')}<circle cx="50" cy="42" r="7" fill="${accent}"/>`,
  cup: ({ main, accent }) =>
    `<path d="M30 44h36v14c0 9-7 15-18 15s-18-6-18-15z" fill="${main}"/><path d="M66 48h5a7 7 0 0 1 0 14h-6" fill="none" stroke="${main}" stroke-width="4"/><path d="M40 38c-3-5 3-7 0-12M48 38c-3-5 3-7 0-12M56 38c-3-5 3-7 0-12" fill="none" stroke="${accent}" stroke-width="2.500" stroke-linecap="round"/>`,
  tool: ({ main, accent }) =>
    `<path d="M36 30a13 13 0 0 0 14 19l18 20 6-6-20-18A13 13 0 0 0 42 28l6 8-5 6z" fill="${main}"/><circle cx="32" cy="66" r="6" fill="${accent}"/><path d="M32 54c-4 6-6 8-6 12a6 6 0 0 0 12 0c0-4-2-6-6-12z" fill="${accent}"/>`,
  garden: ({ main, accent }) =>
    `<path d="M50 74V46" stroke="#5a4127" stroke-width="4"/><circle cx="50" cy="40" r="17" fill="${main}"/><circle cx="38" cy="48" r="10" fill="${main}"/><circle cx="62" cy="48" r="10" fill="${main}"/><circle cx="45" cy="38" r="2.500" fill="${accent}"/><circle cx="56" cy="44" r="2.500" fill="${accent}"/><circle cx="51" cy="31" r="2.500" fill="${accent}"/>`,
  building: ({ main, accent }) =>
    `<path d="M24 74V44h52v30z" fill="${main}"/><path d="M20 44h60L50 26z" fill="${accent}"/><path d="M46 74V60a4 4 0 0 1 8 0v14z" fill="${accent}"/><path d="M30 52h8v10h-8zM62 52h8v10h-8z" fill="#8fb3d9"/><path d="M50 26V16h9l-2 3 2 3h-8" fill="#c4532d"/>`,
  card: ({ main, accent }) =>
    `<rect x="20" y="34" width="60" height="38" rx="4" fill="${main}" stroke="${accent}" stroke-width="1.500"/><rect x="26" y="42" width="14" height="18" rx="2" fill="#cfd6dd"/><path d="M46 45h26M46 52h20M46 59h24" stroke="${accent}" stroke-width="2.500"/>`,
}

/** A drawn picture as a JPEG of that size: sun, ground, and the thing of the trade. `variant` moves the light. */
export async function drawPicture(scene: Scene, width: number, height: number, variant = 0): Promise<Blob> {
  const palette = palettes[scene]
  const side = Math.min(width, height)
  const left = (width - side) / 2
  const ground = height * 0.72
  const sun = { x: width * (0.2 + 0.15 * (variant % 5)), y: height * 0.24, r: side * 0.13 }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky}"/><stop offset="1" stop-color="${palette.light}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="#fff" opacity="0.7"/><rect y="${ground}" width="${width}" height="${height - ground}" fill="${palette.ground}"/><g transform="translate(${left} ${height - side}) scale(${side / 100})">${drawings[scene](palette)}</g></svg>`
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
}
