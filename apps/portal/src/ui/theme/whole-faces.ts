import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { useEffect } from 'react'

/** Milliseconds after the first drawing. */
const delay = 1_000

/** Latin only: every French letter is in it. */
const unicodeRange =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD'

const faces = [
  { family: 'Figtree Variable', url: figtree, weight: '300 900' },
  { family: 'Bricolage Grotesque Variable', url: bricolage, weight: '200 800' },
]

let isAsked = false

/** Until then the cut faces of signed-out-fonts.css, which hold nearly every letter, are enough: the whole ones are 61 kB. */
export function useWholeFaces(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isAsked) return
      isAsked = true
      void Promise.all(faces.map(takeFace)).catch(() => undefined)
    }, delay)
    return () => clearTimeout(timer)
  }, [])
}

/** Added once loaded: a second face of that name in a stylesheet would show the fallback font while it loads. */
async function takeFace({ family, url, weight }: (typeof faces)[number]): Promise<void> {
  const face = new FontFace(family, `url(${url}) format('woff2-variations')`, { weight, unicodeRange })
  document.fonts.add(await face.load())
}
