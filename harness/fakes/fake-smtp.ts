import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'

type Identity = { key: string; cert: string }
/** Scripted answer of the relay to a command: a line (`550 5.1.1 No such user`), silence, or a closed connection. */
export type SmtpReply = string | 'silence' | 'cut'
export type SmtpVerb = 'CONNECT' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY' | 'AUTH'

export type FakeRelay = Awaited<ReturnType<typeof startFakeRelay>>
type Mail = { from: string; to: string; text: string; isSecure: boolean }

/** A local SMTP server (RFC 5321) with scripted answers. `starttls` and `implicit`: which certificate it shows. Tests only. */
export async function startFakeRelay({ starttls, implicit }: { starttls?: Identity; implicit?: Identity } = {}) {
  /** Every mail that the relay accepted, as it was sent. */
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  let replies: Partial<Record<SmtpVerb, SmtpReply>> = {}
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    talk(socket, { starttls: implicit ? undefined : starttls, replyTo: (verb) => replies[verb], mails })
  }
  const server = implicit ? createTlsServer(implicit, serve) : createServer(serve)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    /** Answers those commands so from now on; the others as a relay that takes everything. */
    reply: (next: Partial<Record<SmtpVerb, SmtpReply>>) => {
      replies = next
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Talk = {
  starttls: Identity | undefined
  replyTo: (verb: SmtpVerb) => SmtpReply | undefined
  mails: Mail[]
}

function talk(plain: Socket, { starttls, replyTo, mails }: Talk): void {
  let socket = plain
  let waiting = ''
  let body: string | undefined
  const envelope = { from: '', to: '' }
  const say = (verb: SmtpVerb, usual: string) => {
    const reply = replyTo(verb) ?? usual
    if (reply === 'cut') socket.destroy()
    else if (reply !== 'silence') socket.write(`${reply}\r\n`)
    return reply === usual
  }
  const commands: Record<string, (line: string) => void> = {
    EHLO: () =>
      void say('EHLO', starttls && socket === plain ? '250-fake\r\n250 STARTTLS' : '250-fake\r\n250 AUTH PLAIN LOGIN'),
    AUTH: () => void say('AUTH', '235 2.7.0 Welcome'),
    MAIL: (line) => {
      envelope.from = line
      say('MAIL', '250 2.1.0 Ok')
    },
    RCPT: (line) => {
      envelope.to = /<(.*)>/.exec(line)?.[1] ?? line
      say('RCPT', '250 2.1.5 Ok')
    },
    DATA: () => {
      if (say('DATA', '354 Go on')) body = ''
    },
    QUIT: () => void socket.end('221 Bye\r\n'),
    STARTTLS: () => {
      socket.write('220 Ready\r\n')
      socket.removeAllListeners('data')
      socket = new TLSSocket(plain, { isServer: true, ...starttls })
      socket.on('error', () => undefined)
      socket.on('data', read)
    },
  }
  const take = (line: string) => {
    if (body === undefined) {
      const command = commands[line.split(' ')[0]?.toUpperCase() ?? '']
      if (command) command(line)
      else socket.write('502 5.5.1 Unknown\r\n')
    } else if (line === '.') {
      const mail = { ...envelope, text: body, isSecure: socket instanceof TLSSocket }
      body = undefined
      if (say('BODY', '250 2.0.0 Queued')) mails.push(mail)
    } else body += `${line.replace(/^\./, '')}\r\n`
  }
  const read = (bytes: Buffer) => {
    waiting += bytes.toString('latin1')
    for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
      const line = waiting.slice(0, end)
      waiting = waiting.slice(end + 2)
      take(line)
    }
  }
  socket.on('data', read)
  say('CONNECT', '220 fake ESMTP')
}
