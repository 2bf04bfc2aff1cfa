import { readFileSync } from 'node:fs'
import { isEmail } from '@parvis/domain/kernel/internet-address'
import {
  type Environment,
  isLoopback,
  isProduction,
  needed,
  noteFault,
  oneOf,
  optional,
  readOr,
} from '../environment.ts'

export type SmtpSettings = {
  provider: 'smtp'
  host: string
  port: number
  /** TLS from the first byte (smtps); otherwise STARTTLS. */
  implicitTls: boolean
  /** False only towards this machine, in development. */
  tlsRequired: boolean
  auth: { user: string; pass: string } | undefined
  from: string
  replyTo: string | undefined
  dkim: { domainName: string; keySelector: string; privateKey: string } | undefined
}

export type MailSettings = { provider: 'embedded' } | SmtpSettings

/** EMAIL_PROVIDER, SMTP_URL, EMAIL_FROM, EMAIL_REPLY_TO and DKIM_* (team-and-access.md section 13). */
export function readMailSettings(env: Environment): MailSettings {
  const provider = oneOf(env, 'EMAIL_PROVIDER', ['embedded', 'smtp'], 'embedded')
  if (provider === 'embedded') return { provider }
  return {
    provider,
    ...readRelay(env),
    from: sender(env, 'EMAIL_FROM') ?? `Parvis Pro <${optional(env, 'SUPPORT_EMAIL') ?? 'contact@parvis.app'}>`,
    replyTo: sender(env, 'EMAIL_REPLY_TO'),
    dkim: readDkim(env),
  }
}

function readRelay(env: Environment): Pick<SmtpSettings, 'host' | 'port' | 'implicitTls' | 'tlsRequired' | 'auth'> {
  const { protocol, hostname, port, username, password } = readRelayUrl(env)
  const implicitTls = protocol === 'smtps:'
  const credentials = () => ({ user: decodeURIComponent(username), pass: decodeURIComponent(password) })
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (implicitTls ? 465 : 587),
    implicitTls,
    tlsRequired: isProduction(env) || !isLoopback(hostname),
    auth: username ? readOr(env, 'SMTP_URL', undefined, credentials) : undefined,
  }
}

function readRelayUrl(env: Environment): URL {
  const expected = 'l’adresse du relais, comme smtps://utilisateur:motdepasse@smtp.exemple.fr'
  const written = needed(env, 'SMTP_URL', expected)
  const url = URL.parse(written)
  if (url?.hostname && /^smtps?:$/.test(url.protocol) && !url.search) return url
  noteFault(env, 'SMTP_URL', `SMTP_URL doit être ${expected}, sans paramètres`)
  return new URL('smtp://localhost')
}

/** `Parvis Pro <bonjour@exemple.fr>`, or the address alone. */
function sender(env: Environment, name: string): string | undefined {
  const written = optional(env, name)
  if (!written) return undefined
  const address = /<([^<>]*)>$/.exec(written)?.[1] ?? written
  if (!isEmail(address) || /[\r\n]/.test(written))
    noteFault(env, name, `${name} doit être une adresse, comme « Parvis Pro <bonjour@exemple.fr> »`)
  return written
}

function readDkim(env: Environment): SmtpSettings['dkim'] {
  const domainName = optional(env, 'DKIM_DOMAIN')
  if (!domainName) return undefined
  const written = needed(env, 'DKIM_PRIVATE_KEY', 'la clé PEM, ou le chemin de son fichier')
  return {
    domainName,
    keySelector: needed(env, 'DKIM_SELECTOR', 'le sélecteur de la clé publiée dans le DNS'),
    privateKey: written.startsWith('-----') ? written.replaceAll('\\n', '\n') : readKey(env, written),
  }
}

function readKey(env: Environment, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    const sentence = 'DKIM_PRIVATE_KEY doit être une clé PEM, ou le chemin d’un fichier lisible'
    noteFault(env, 'DKIM_PRIVATE_KEY', sentence)
    return ''
  }
}
