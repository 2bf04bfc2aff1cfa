import { buildPortal, buildServer, buildSite } from './steps/build-apps.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'

ensureInstalled()
await ensureNode()
buildServer()
buildPortal()
buildSite()
await import('../harness/bench/main.ts')
