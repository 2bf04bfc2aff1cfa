import { ConfigError, readConfig } from './config.ts'
import { CannotStart } from './db/cannot-start.ts'
import { createLog } from './http/logger.ts'
import { startServer } from './start-server.ts'

try {
  const config = readConfig()
  const log = createLog(config)
  // Nothing else is left to handle it: one line of the log, then whoever watches the process starts it again.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected end')
    process.exit(1)
  })
  const server = await startServer(config, log)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void server.stop().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof CannotStart) && !(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
