import { buildPortal, buildServer, buildSite } from './steps/build-apps.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { readArguments } from './steps/read-arguments.mjs'

readArguments(`
Usage: npm run build

Installs what is missing and builds, for production, what is stale of the portal, the residents’ site and the server.
`)

ensureInstalled()
await ensureNode()
buildPortal()
buildSite()
buildServer()
