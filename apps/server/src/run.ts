import cluster from 'node:cluster'
import { CannotStart } from './cannot-start.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './gateways/environment.ts'
import { createLog } from './http/logger.ts'
import type { RunningServer } from './start-server.ts'

try {
  const config = readConfig()
  const log = createLog(config)
  // Uncaught exception: one log line, then the process exits and its supervisor restarts it.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected end')
    process.exit(1)
  })
  const start =
    config.processes > 1
      ? (await import('./processes.ts')).startProcesses
      : (await import('./start-server.ts')).startServer
  const server: RunningServer = await start(config, log)
  if (cluster.isWorker) process.send?.('ready')
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      // In a cluster each process receives the terminal's signal, and then its parent's.
      if (!isStopping) void server.stop().then(() => process.exit(0))
      isStopping = true
    })
  // Rolling restart of the processes of one port, without a proxy.
  if (server.restart) process.on('SIGHUP', () => void server.restart?.())
} catch (error) {
  if (!(error instanceof CannotStart) && !(error instanceof ConfigError)) throw error
  if (error.message) console.error(error.message)
  process.exit(1)
}
