import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'

ensureInstalled()
await ensureNode()
await import('../ops/main.ts')
