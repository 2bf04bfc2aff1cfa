import { ConfigError, readConfig } from './config.ts'
import { CannotStart } from './db/cannot-start.ts'
import { startServer } from './start-server.ts'

try {
  const config = readConfig()
  const server = await startServer(config)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void server.stop().then(() => process.exit(0)))
  for (const line of server.welcome) console.log(line)
} catch (error) {
  if (!(error instanceof CannotStart) && !(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
