import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { builtServer } from './built.mjs'

// Beside the code and as closed as it is: whoever may write there may change what the server runs. A folder that
// cannot be written costs nothing but the second's work that it would have saved.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))

// Imported only now, so that the cache holds it. JavaScript so far: Node's type stripper weighs 25 MB, and the cache spares it.
await import(builtServer() ?? './run.ts')
