import { buildPortal, buildServer, buildSite } from './steps/build-apps.mjs'
import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { readArguments } from './steps/read-arguments.mjs'
import { stopWithParent } from './steps/stop-with-parent.mjs'

readArguments(`
Usage: npm start

Installs what is missing, builds the portal (and the server, for production) when it is stale, starts PostgreSQL (unless DATABASE_URL is set)
and serves the portal and its API on one address, which it prints.

Settings come from the environment (docs/operations.md): PORT, HOST, PARVIS_DATA, DATABASE_URL, PUBLIC_URL, …
`)

stopWithParent()
ensureInstalled()
await ensureNode()
buildPortal()
buildSite()
if (!process.env.NODE_ENV && !process.env.DATABASE_URL) process.env.NODE_ENV = 'development'
if (process.env.NODE_ENV !== 'development') buildServer()
await import('../apps/server/src/main.mjs')
