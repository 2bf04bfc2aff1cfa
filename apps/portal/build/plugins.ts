import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { transformAsync } from '@babel/core'
import type { Plugin } from 'vite'

/** The native Temporal where the browser has it; otherwise the polyfill, a sixth of a page's scripts (decision 0017). */
export function nativeTemporal(): Plugin {
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

/** Runs the React Compiler over our components, before Vite strips the types. */
export function reactCompiler(): Plugin {
  return {
    name: 'parvis:react-compiler',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\/apps\/portal\/src\/.*\.tsx$|\/apps\/portal\/src\/.*\/use-[\w-]+\.ts$/ } },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [['babel-plugin-react-compiler', { target: '19' }]],
        })
        return result?.code ? { code: result.code, map: result.map as never } : null
      },
    },
  }
}

const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server never compresses on a request. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'parvis:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(outDir) },
  }
}

async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
