import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { builtServer } from './built.mjs'

// Allocation-site pretenuring puts objects into V8's old space whose like survived there before. Once dead, each keeps all that it points
// to until the next major collection: a page of the agenda left 2.5 MB (decision 0009). First of all, before code is compiled.
setFlagsFromString('--no-allocation-site-pretenuring')

// V8 compile cache, in a folder beside the code and with its permissions: whoever may write there could change what the server
// runs. When the folder is read-only, the start takes a second longer.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))

// Imported dynamically, after the cache is enabled. Plain JavaScript so far: Node's type stripper takes 25 MB, which the bundle
// saves.
await import(builtServer() ?? './run.ts')
