import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Beside the code and as closed as it is: whoever may write there may change what the server runs. A folder that
// cannot be written costs nothing but the second's work that it would have saved.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))

// Imported only now, so that the cache holds them.
const { readConfig } = await import('./config.ts')
const { ConfigError } = await import('./gateways/environment.ts')
const { CannotStart } = await import('./db/cannot-start.ts')
const { createLog } = await import('./http/logger.ts')

try {
  const config = readConfig()
  const log = createLog(config)
  // Nothing else is left to handle it: one line of the log, then whoever watches the process starts it again.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected end')
    process.exit(1)
  })
  const start =
    config.processes > 1
      ? (await import('./processes.ts')).startProcesses
      : (await import('./start-server.ts')).startServer
  const server = await start(config, log)
  if (cluster.isWorker) process.send?.('ready')
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      // Of several processes each hears the terminal, and then its parent.
      if (!isStopping) void server.stop().then(() => process.exit(0))
      isStopping = true
    })
} catch (error) {
  if (!(error instanceof CannotStart) && !(error instanceof ConfigError)) throw error
  if (error.message) console.error(error.message)
  process.exit(1)
}
