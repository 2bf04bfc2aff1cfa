import { requireInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'

// Installs nothing: beside running servers, npm ci would first remove the Node and the packages that they run on.
requireInstalled()
await ensureNode()
await import('../apps/server/src/operator/main.ts')
