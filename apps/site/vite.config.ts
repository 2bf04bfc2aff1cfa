import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Two builds of one folder (RES-06): `--ssr` makes the pages, one file that the server loads; the other makes the small
 * scripts and the worker that browsers load.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'public',
  ssr: { noExternal: true },
  // An SSR build leaves process.env.NODE_ENV to run time: defined here, React's production form is bundled.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: isSsrBuild
    ? { outDir: 'dist/server', emptyOutDir: true, target: 'node24', rolldownOptions: { input: 'src/pages.tsx' } }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        target: 'es2020',
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: {
            site: 'src/scripts/site.ts',
            sw: 'src/scripts/worker.ts',
            gone: 'src/scripts/gone-worker.ts',
            proof: 'src/scripts/proof.ts',
            carte: 'src/scripts/carte.ts',
          },
          output: { entryFileNames: ({ name }) => (name === 'site' ? 'assets/[name]-[hash].js' : '[name].js') },
        },
      },
}))
