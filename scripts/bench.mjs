import { buildServer } from './steps/build-portal.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'

ensureInstalled()
await ensureNode()
buildServer()
await import('../harness/bench/main.ts')
