import sharp from 'sharp'

type Palette = { sky: string; light: string; ground: string; main: string; accent: string }

const palettes = {
  bread: { sky: '#f7dcb4', light: '#fff2da', ground: '#c98545', main: '#8a4b1f', accent: '#f2b84b' },
  flower: { sky: '#f6d3da', light: '#fff0f2', ground: '#6f9a74', main: '#b8375a', accent: '#f2b84b' },
  cup: { sky: '#cfe3ea', light: '#f2fafc', ground: '#7a5a46', main: '#fbfaf7', accent: '#c4532d' },
  tool: { sky: '#c9d9ee', light: '#eef4fc', ground: '#4f6685', main: '#2f6fb0', accent: '#f2b84b' },
  garden: { sky: '#d9ecc9', light: '#f5fbec', ground: '#7b5b3a', main: '#2f7a4f', accent: '#e0913a' },
  building: { sky: '#cfe0f3', light: '#f4f8fd', ground: '#8f8a7d', main: '#f1e6d2', accent: '#0f5c4d' },
  scissors: { sky: '#e6d9f0', light: '#faf5fd', ground: '#5b4a72', main: '#6f7f8f', accent: '#d9487a' },
  cheese: { sky: '#fbe7b0', light: '#fffaea', ground: '#7b6a55', main: '#f6c445', accent: '#e0a21f' },
  ball: { sky: '#cfe6e6', light: '#f2fbfb', ground: '#b5763d', main: '#e2742f', accent: '#5a2c12' },
  book: { sky: '#d5dcf2', light: '#f5f7fd', ground: '#8a5a3c', main: '#fffdf7', accent: '#3d4f9f' },
  bicycle: { sky: '#cdeadf', light: '#f2fcf8', ground: '#667a72', main: '#0f766e', accent: '#e0553d' },
  plate: { sky: '#f4d9c9', light: '#fff5ee', ground: '#96412f', main: '#fffdf9', accent: '#5c8a3a' },
  note: { sky: '#f3e2b8', light: '#fffaf0', ground: '#5f3a5a', main: '#7d2c4f', accent: '#e6a72e' },
  tower: { sky: '#d3dff0', light: '#f6f9fd', ground: '#7e8a6c', main: '#ead9bd', accent: '#41607d' },
  ledger: { sky: '#d9e6d9', light: '#f6fbf6', ground: '#4d5f6b', main: '#ffffff', accent: '#2d8a5f' },
  card: { sky: '#e6e2d9', light: '#fbfaf7', ground: '#8a8778', main: '#ffffff', accent: '#1f2a37' },
} satisfies Record<string, Palette>

export type Scene = keyof typeof palettes

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
  scissors: ({ main, accent }) =>
    `<g transform="translate(7.5 11) scale(0.85)"><path d="M37 18l17 36-6 4z" fill="${main}"/><path d="M63 18L46 54l6 4z" fill="${main}"/><circle cx="41" cy="66" r="8" fill="none" stroke="${accent}" stroke-width="4.500"/><circle cx="59" cy="66" r="8" fill="none" stroke="${accent}" stroke-width="4.500"/><circle cx="50" cy="52" r="2" fill="#fff"/></g>`,
  cheese: ({ main, accent }) =>
    `<path d="M18 56L62 34c13 1 20 9 20 22z" fill="${main}"/><path d="M18 56h64v18H18z" fill="${accent}"/><g fill="${main}" opacity="0.8"><circle cx="34" cy="65" r="4.500"/><circle cx="58" cy="68" r="3.500"/><circle cx="72" cy="62" r="3"/></g><g fill="${accent}"><ellipse cx="60" cy="45" rx="5" ry="3.500"/><ellipse cx="45" cy="51" rx="3.500" ry="2"/></g>`,
  ball: ({ main, accent }) =>
    `<circle cx="50" cy="50" r="24" fill="${main}"/><g fill="none" stroke="${accent}" stroke-width="1.800"><circle cx="50" cy="50" r="24"/><path d="M50 26v48M26 50h48M33 33c9 9 9 25 0 34M67 33c-9 9-9 25 0 34"/></g>`,
  book: ({ main, accent }) =>
    `<path d="M18 36h64v38H18z" fill="${accent}"/><path d="M50 38c-8-6-20-7-29-5v36c9-2 21-1 29 4z" fill="${main}"/><path d="M50 38c8-6 20-7 29-5v36c-9-2-21-1-29 4z" fill="${main}"/><g stroke="#b9bfd6" stroke-width="1.600" stroke-linecap="round"><path d="M27 42c6-1 12 0 17 3M27 49c6-1 12 0 17 3M27 56c6-1 12 0 17 3M73 42c-6-1-12 0-17 3M73 49c-6-1-12 0-17 3M73 56c-6-1-12 0-17 3" fill="none"/></g><path d="M50 38v35" stroke="#d3d6e4" stroke-width="1.500"/><path d="M62 33v16l-3.500-3-3.500 3V34z" fill="#c9453d"/>`,
  bicycle: ({ main, accent }) =>
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><g stroke="#2b3a3a" stroke-width="2.600"><circle cx="29" cy="60" r="14"/><circle cx="71" cy="60" r="14"/></g><path d="M29 60l11-20h22L49 60H29M40 40l9 20M62 40l9 20" stroke="${main}" stroke-width="3.200"/><path d="M40 40l-2-6M33 34h10M62 40l-2-8h8" stroke="#2b3a3a" stroke-width="2.800"/></g><circle cx="49" cy="60" r="3.500" fill="${accent}"/><path d="M68 36h15l-2.500 9H70z" fill="${accent}"/>`,
  plate: ({ main, accent }) =>
    `<circle cx="50" cy="52" r="22" fill="${main}"/><circle cx="50" cy="52" r="15" fill="none" stroke="#e5d8c9" stroke-width="1.500"/><path d="M41 54c0-7 6-12 14-11 1 8-5 13-14 11z" fill="${accent}"/><circle cx="56" cy="57" r="4.500" fill="#d9482f"/><circle cx="48" cy="60" r="3" fill="#eeb33b"/><g stroke="#6b5a50" stroke-width="2.500" stroke-linecap="round"><path d="M20 34v38M16.500 34v9c0 5 7 5 7 0v-9"/><path d="M80 72V34c5 3 6 14 0 20" fill="none"/></g>`,
  note: ({ main, accent }) =>
    `<path d="M40 64V34l26-8v32" fill="none" stroke="${main}" stroke-width="4"/><path d="M38 34l30-9v9l-30 9z" fill="${main}"/><ellipse cx="34" cy="65" rx="8" ry="6" fill="${main}" transform="rotate(-18 34 65)"/><ellipse cx="60" cy="59" rx="8" ry="6" fill="${main}" transform="rotate(-18 60 59)"/><g fill="${accent}"><circle cx="22" cy="42" r="3"/><circle cx="79" cy="38" r="3.500"/><circle cx="76" cy="60" r="2.500"/></g>`,
  tower: ({ main, accent }) =>
    `<g transform="translate(12.5 18.5) scale(0.75)"><path d="M18 74V52h64v22z" fill="${main}"/><path d="M15 52l6-9h58l6 9z" fill="${accent}"/><path d="M42 74V26h16v48z" fill="#f6ecd9"/><path d="M40 26l10-14 10 14z" fill="${accent}"/><circle cx="50" cy="35" r="5" fill="#fff" stroke="${accent}" stroke-width="1.500"/><path d="M50 32v3l2.500 1.500" fill="none" stroke="${accent}" stroke-width="1.200"/><path d="M46 74V63a4 4 0 0 1 8 0v11z" fill="${accent}"/><g fill="#9dbad6"><path d="M23 58h5v9h-5zM33 58h5v9h-5zM62 58h5v9h-5zM72 58h5v9h-5z"/></g><path d="M47 46h2v8h-2z" fill="#2d4fa3"/><path d="M49 46h2v8h-2z" fill="#fff"/><path d="M51 46h2v8h-2z" fill="#c9453d"/></g>`,
  ledger: ({ main, accent }) =>
    `<path d="M22 26h36v48H22z" fill="${main}"/><g stroke="#c3cdd3" stroke-width="2" stroke-linecap="round"><path d="M28 34h24M28 40h17"/></g><g fill="${accent}"><path d="M28 66V56h5v10zM36 66V50h5v16zM44 66V46h5v20z"/></g><rect x="55" y="42" width="24" height="32" rx="3" fill="#2f3e48"/><rect x="59" y="46" width="16" height="6" rx="1" fill="#cfe8d8"/><g fill="#eef2f4"><circle cx="61" cy="58" r="1.800"/><circle cx="67" cy="58" r="1.800"/><circle cx="61" cy="64" r="1.800"/><circle cx="67" cy="64" r="1.800"/><circle cx="61" cy="70" r="1.800"/><circle cx="67" cy="70" r="1.800"/></g><g fill="#eeb33b"><circle cx="73" cy="58" r="1.800"/><path d="M71.200 62.500h3.600v9h-3.600z"/></g>`,
  card: ({ main, accent }) =>
    `<rect x="20" y="34" width="60" height="38" rx="4" fill="${main}" stroke="${accent}" stroke-width="1.500"/><rect x="26" y="42" width="14" height="18" rx="2" fill="#cfd6dd"/><path d="M46 45h26M46 52h20M46 59h24" stroke="${accent}" stroke-width="2.500"/>`,
}

// The server blocks every loader but four in its process (F5), which is this one when a test loads the town.
const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] }

/** A drawn picture as a JPEG of that size: sun, hills, ground and the thing of the trade. `variant` moves the light. */
export async function drawPicture(scene: Scene, width: number, height: number, variant = 0): Promise<Blob> {
  const palette = palettes[scene]
  const side = Math.min(width, height)
  const left = (width - side) / 2
  const ground = height * 0.72
  const sun = { x: width * (0.2 + 0.15 * (variant % 5)), y: height * 0.24, r: side * 0.13 }
  const hill = (x: number, wide: number, tall: number) =>
    `<ellipse cx="${width * x}" cy="${ground}" rx="${width * wide}" ry="${height * tall}" fill="${palette.ground}" opacity="0.16"/>`
  const hills = hill(0.15 + 0.2 * (variant % 3), 0.42, 0.2) + hill(0.95 - 0.25 * (variant % 4), 0.36, 0.13)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky}"/><stop offset="1" stop-color="${palette.light}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="#fff" opacity="0.7"/>${hills}<rect y="${ground}" width="${width}" height="${height - ground}" fill="${palette.ground}"/><g transform="translate(${left} ${height - side}) scale(${side / 100})">${drawings[scene](palette)}</g></svg>`
  sharp.unblock(svgLoader)
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' })
}
