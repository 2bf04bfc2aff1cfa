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

/**
 * Each icon from its own file. Named by the one file of the library that lists them all, an icon has every reader of any icon for
 * importer: chunk-groups.ts gave all of them to every page.
 */
export function ownIcons(): Plugin {
  const library = '@tabler/icons-react'
  const list = new RegExp(`import \\{([^}]*)\\} from '${library}'`, 'g')
  const importOf = (name: string) => `import ${name} from '${library}/dist/esm/icons/${name}.mjs'`
  return {
    name: 'parvis:own-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: library },
      handler: (code) =>
        code.replace(list, (_, names: string) => (names.match(/\bIcon\w+/g) ?? []).map(importOf).join('\n')),
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
