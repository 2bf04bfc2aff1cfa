import { transformAsync } from '@babel/core'
import type { Plugin } from 'vite'

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
