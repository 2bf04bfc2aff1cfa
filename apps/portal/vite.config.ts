import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups, ownIcons } from './build/chunk-groups.ts'
import { firstLook } from './build/first-look.ts'

const api = process.env.PARVIS_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [{ find: /^temporal-polyfill$/, replacement: `${import.meta.dirname}/src/lib/native-temporal.ts` }],
  },
  plugins: [react(), ownIcons(), firstLook()],
  optimizeDeps: { exclude: ['@tabler/icons-react'] },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORTAL_PORT ?? 4310),
    strictPort: true,
    // /dev/kit is a page of this folder.
    proxy: { '/v1': api, '^/dev/(?!kit)': api },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Fonts and pictures stay files: the content policy allows no inline font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
        // The first visit downloads the name of every file: the shortest hash that Rolldown allows.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
})
