import { connect } from 'node:net'
import { type Environment, noteFault, optional } from '../environment.ts'
import { GatewayFailure } from '../gateway-failure.ts'

const scanMilliseconds = 5_000
/** Longest answer that is read: a verdict is one line. */
const maxAnswer = 4_096

/**
 * ClamAV's daemon over TCP or a unix socket, INSTREAM (clamd(8)): chunks with their length in four bytes, an empty one
 * at the end, then `stream: OK`, `stream: … FOUND` or `… ERROR`. One connection a file; nothing is kept there.
 */
export function createClamdScanner(
  at: Extract<ScannerSettings, { provider: 'clamd' }>['at'],
  timeoutMs = scanMilliseconds,
): Scanner {
  return {
    isClean: async (bytes) => {
      const answer = await ask(at, bytes, timeoutMs)
      if (/^stream: OK$/.test(answer)) return true
      if (/^stream: .* FOUND$/.test(answer)) return false
      throw new GatewayFailure('unavailable', 'clamd gave no verdict')
    },
  }
}

function ask(
  at: { host: string; port: number } | { path: string },
  bytes: Uint8Array,
  timeoutMs: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(at)
    let answer = ''
    const end = (failure?: string) => {
      clearTimeout(timer)
      socket.destroy()
      if (failure) reject(new GatewayFailure('unavailable', failure))
      else resolve(answer.replace(/\0.*$/s, '').trim())
    }
    const timer = setTimeout(() => end(`clamd silent for ${timeoutMs} ms`), timeoutMs)
    socket.on('connect', () => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      socket.write('zINSTREAM\0')
      socket.write(length)
      socket.write(bytes)
      socket.write(Buffer.alloc(4))
    })
    socket.on('data', (chunk) => {
      answer += chunk.toString('utf8')
      if (answer.includes('\0') || answer.length > maxAnswer) end()
    })
    socket.on('error', () => end('clamd out of reach'))
    socket.on('close', () => end())
  })
}

/** Scans a file for known malware before anything else reads it. */
export type Scanner = {
  /** Throws GatewayFailure 'unavailable' when no verdict comes in time: an unscanned file is not accepted. */
  isClean(bytes: Uint8Array): Promise<boolean>
}

export type ScannerSettings =
  | { provider: 'none' }
  | { provider: 'clamd'; at: { host: string; port: number } | { path: string } }

export function readScannerSettings(env: Environment): ScannerSettings {
  const written = optional(env, 'CLAMD')
  if (written === undefined) return { provider: 'none' }
  if (written.startsWith('/')) return { provider: 'clamd', at: { path: written } }
  const [, host = '', port = ''] = /^([\w.-]+):(\d{1,5})$/.exec(written) ?? []
  if (!host || Number(port) > 65_535)
    noteFault(env, 'CLAMD', 'CLAMD doit être hôte:port, ou le chemin d’un socket : 127.0.0.1:3310')
  return { provider: 'clamd', at: { host, port: Number(port) } }
}
