import { totalmem } from 'node:os'

/** What a real service needs: nothing answered is ever lost, one clock zone, reachable from this machine only. */
export function serverSettings(port: number): string[] {
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // No unix socket: its path may not exceed 107 characters and a data folder's may.
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'password_encryption=scram-sha-256',
    'random_page_cost=1.1',
    'jit=off',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    `shared_buffers=${sharedBuffersMegabytes()}MB`,
    'max_connections=100',
    'max_wal_size=2GB',
    'checkpoint_timeout=15min',
    'log_checkpoints=off',
  ]
}

/** An eighth of the memory, between 64 and 512 MB: the machine is shared with the API, the portal's user and a browser. */
function sharedBuffersMegabytes(): number {
  const eighth = Math.floor(totalmem() / 8 / 1024 / 1024)
  return Math.min(512, Math.max(64, eighth))
}
