import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

type Identity = { key: string; cert: string }
/** Scripted answer of the relay to a command: a line (`550 5.1.1 No such user`), silence, or a closed connection. */
export type SmtpReply = string | 'silence' | 'cut'
export type SmtpVerb = 'CONNECT' | 'MAIL' | 'RCPT' | 'DATA' | 'BODY'

export type FakeRelay = Awaited<ReturnType<typeof startFakeRelay>>

/** A local SMTP server with scripted answers. `starttls` and `implicit`: which certificate it shows. Tests only. */
export async function startFakeRelay({ starttls, implicit }: { starttls?: Identity; implicit?: Identity } = {}) {
  /** Every mail that the relay accepted, as it was sent. */
  const mails: { to: string; text: string; isSecure: boolean }[] = []
  const sockets = new Set<Socket>()
  let replies: Partial<Record<SmtpVerb, SmtpReply>> = {}
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const answer = (verb: SmtpVerb, done: (refused?: Error | null) => void) => {
    const reply = replies[verb]
    if (reply === 'cut') cut()
    else if (reply === undefined) done()
    else if (reply !== 'silence')
      done(Object.assign(new Error(reply.slice(4)), { responseCode: Number.parseInt(reply, 10) }))
  }
  const server = new SMTPServer({
    ...(implicit ?? starttls),
    secure: implicit !== undefined,
    disabledCommands: starttls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (_session, done) => answer('CONNECT', done),
    onMailFrom: (_address, _session, done) => answer('MAIL', done),
    onRcptTo: (_address, _session, done) => answer('RCPT', done),
    async onData(stream, { envelope, secure }, done) {
      if (replies.DATA) return answer('DATA', done)
      const mail = { to: envelope.rcptTo[0]?.address ?? '', text: await text(stream), isSecure: secure }
      if (!replies.BODY) mails.push(mail)
      return answer('BODY', done)
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    /** Answers those commands so from now on; the others as a relay that takes everything. */
    reply: (next: typeof replies) => {
      replies = next
    },
    [Symbol.asyncDispose]: async () => {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
