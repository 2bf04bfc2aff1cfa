import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './build/chunk-groups.ts'
import { firstLook } from './build/first-look.ts'
import { precompress, reactCompiler } from './build/plugins.ts'

const api = process.env.PARVIS_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [nativeTemporal(), reactCompiler(), react(), firstLook(), precompress()],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORTAL_PORT ?? 4310),
    strictPort: true,
    proxy: { '/v1': api, '/dev': api },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Fonts and pictures stay files: the content policy allows no inline font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
})

/** The native Temporal where the browser has it; otherwise the polyfill, a sixth of a page's scripts (decision 0017). */
function nativeTemporal(): Plugin {
  const own = '\0native-temporal'
  return {
    name: 'parvis:native-temporal',
    enforce: 'pre',
    resolveId(source, importer = '') {
      return source === 'temporal-polyfill' && importer !== own && !importer.endsWith('/src/main.tsx') ? own : null
    },
    load(id) {
      if (id !== own) return null
      return "export const Temporal = globalThis.Temporal ?? (await import('temporal-polyfill')).Temporal"
    },
  }
}
