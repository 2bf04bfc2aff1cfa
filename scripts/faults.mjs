import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'

ensureInstalled()
await ensureNode()
await import('../bench/faults/main.ts')
