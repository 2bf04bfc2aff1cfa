import { createHash } from 'node:crypto'
import { isEmail } from '@parvis/domain/kernel/internet-address'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { GatewayFailure, type GatewayFailureKind } from '../gateway-failure.ts'
import { type HttpContext, logged } from '../http-client.ts'
import type { Mail, MailMessage } from './mail.ts'
import type { SmtpSettings } from './mail-settings.ts'

const timeoutMilliseconds = 8_000

/**
 * A relay by SMTP: TLS is verified, one connection for each mail, nothing is read from files or addresses. Throws
 * 'invalid_input' when the relay refuses the address, 'refused' when it refuses the mail, 'rate_limited' when it asks to
 * wait for this address, 'misconfigured' when it refuses us, 'unavailable' for everything else.
 */
export function createSmtpMail(settings: SmtpSettings, context: HttpContext): Mail {
  const timeout = context.timeoutMs ?? timeoutMilliseconds
  let opened: ReturnType<typeof openTransport> | undefined
  const breaker = createCircuitBreaker('smtp')
  return {
    isServed: true,
    send: (message) =>
      breaker.run(async () => {
        if (!isEmail(message.to)) throw new GatewayFailure('invalid_input', 'smtp: not an address', { notAsked: true })
        try {
          opened ??= openTransport(settings, timeout)
          const transport = await opened
          await within(message.timeoutMs ?? timeout, transport.sendMail(written(message, settings)))
        } catch (error) {
          throw logged(failureOf(error), 'mail', context.log)
        }
      }),
  }
}

/** nodemailer is loaded with the first mail. */
async function openTransport(settings: SmtpSettings, timeout: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.implicitTls,
    requireTLS: settings.tlsRequired,
    ...(settings.auth && { auth: settings.auth }),
    ...(settings.dkim && { dkim: settings.dkim }),
    name: domainOf(settings.from),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** nodemailer restarts its time-out at each byte: an overall deadline stops a relay that drips. */
async function within<T>(milliseconds: number, sending: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('too slow')), milliseconds)
  try {
    return await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}

function written({ to, subject, text, html, key, unsubscribe }: MailMessage, { from, replyTo }: SmtpSettings) {
  return {
    from,
    ...(replyTo && { replyTo }),
    // An object: nodemailer would parse a text as a list of addresses.
    to: { name: '', address: to },
    subject: oneLine(subject),
    text,
    html,
    messageId: messageIdOf(key, to, domainOf(from)),
    headers: mailHeaders(unsubscribe),
  }
}

/**
 * Auto-Submitted keeps auto-responders silent (RFC 3834); List-Unsubscribe-Post lets a mailbox end a digest with one click (RFC
 * 8058).
 */
export function mailHeaders(unsubscribe: string | undefined): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** Message-ID derived from the key and the address, equal in every process. */
export function messageIdOf(key: string, to: string, domain: string): string {
  return `<${createHash('sha256').update(`${key}\n${to.toLowerCase()}`).digest('hex').slice(0, 40)}@${domain}>`
}

/** Removes line breaks: a name must not end a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const domainOf = (address: string): string => /@([^@>\s]+)>?$/.exec(address)?.[1] ?? 'localhost'

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown }

function failureOf(error: unknown): GatewayFailure {
  const { code, command, responseCode } = (error ?? {}) as SmtpError
  const status = typeof responseCode === 'number' ? responseCode : undefined
  const reason = [code, command, status].filter((part) => part !== undefined).join(' ')
  return new GatewayFailure(kindOf(String(command ?? ''), status), `smtp: ${reason || 'no answer'}`, { status })
}

/** By the command that was answered, what a final refusal (5xx) of it is about: the recipient, us, the text. */
const refusals: Record<string, GatewayFailureKind> = {
  RCPT: 'invalid_input',
  AUTH: 'misconfigured',
  MAIL: 'misconfigured',
  DATA: 'refused',
}

function kindOf(command: string, status: number | undefined): GatewayFailureKind {
  if (status === undefined || status === 421) return 'unavailable'
  const verb = command.slice(0, 4) || 'DATA'
  if (status >= 500) return refusals[verb] ?? 'unavailable'
  return verb === 'RCPT' ? 'rate_limited' : 'unavailable'
}
