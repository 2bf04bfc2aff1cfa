import { type Environment, noteFault, optional } from '../environment.ts'

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
