import { type AddressInfo, createServer } from 'node:net'
import { type FakeRelay, type SmtpReply, type SmtpVerb, startFakeRelay } from '@parvis/harness/fakes/fake-smtp'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { selfSigned } from '@parvis/harness/server/self-signed'
import { expect, test } from 'vitest'
import type { MailMessage } from './mail.ts'
import { readMailSettings, type SmtpSettings } from './mail-settings.ts'
import { createSmtpMail } from './smtp-mail.ts'

const told: object[] = []
const log = { info: () => undefined, warn: (details: object) => void told.push(details) }

const letter: MailMessage = {
  to: 'marie@exemple.fr',
  subject: 'Deux conversations vous attendent – à lire',
  text: 'Bonjour,\n\nDeux conversations vous attendent.',
  html: '<p>Deux conversations vous attendent.</p>',
  key: 'digest-7-2026-11-22',
}

const relay = async (options?: Parameters<typeof startFakeRelay>[0]) => untilTestEnds(await startFakeRelay(options))

function mailTo({ port }: FakeRelay, { scheme = 'smtp', environment = 'development', timeoutMs = 5_000 } = {}) {
  const settings = readMailSettings({
    NODE_ENV: environment,
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `${scheme}://localhost:${port}`,
    EMAIL_FROM: 'Parvis Pro <bonjour@parvis.example>',
  }) as SmtpSettings
  return createSmtpMail(settings, { log, userAgent: 'Parvis tests', timeoutMs })
}

/** A header, folded lines joined. */
const header = (text: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)\\r\\n`, 'mi').exec(text)?.[1]?.replace(/\r\n[ \t]+/g, ' ')

test('U-076 U-077 a relay that takes it (250) gets text and HTML, marked as automatic, the same Message-ID each time', async () => {
  const there = await relay()
  const mail = mailTo(there)
  await mail.send(letter)
  await mail.send(letter)
  await mail.send({
    ...letter,
    key: 'digest-7-2026-11-23',
    unsubscribe: 'https://pro.example/v1/email/unsubscribe?ticket=x',
  })
  const [first, again, other] = there.mails.map(({ text }) => text)
  expect(there.mails[0]).toMatchObject({ to: 'marie@exemple.fr', isSecure: false })
  expect(first).toMatch(/Content-Type: text\/plain; charset=utf-8[\s\S]*Content-Type: text\/html; charset=utf-8/)
  expect(header(first ?? '', 'Auto-Submitted')).toBe('auto-generated')
  expect(header(first ?? '', 'Message-ID')).toMatch(/^<[0-9a-f]{40}@parvis\.example>$/)
  expect(header(again ?? '', 'Message-ID')).toBe(header(first ?? '', 'Message-ID'))
  expect(header(other ?? '', 'Message-ID')).not.toBe(header(first ?? '', 'Message-ID'))
  expect(header(first ?? '', 'List-Unsubscribe')).toBeUndefined()
  expect(header(other ?? '', 'List-Unsubscribe')).toBe('<https://pro.example/v1/email/unsubscribe?ticket=x>')
  expect(header(other ?? '', 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
})

test('U-077 T08 a name adds no header, no other recipient and no mail', async () => {
  const there = await relay()
  const forged = { ...letter, to: 'marie@exemple.fr, autre@exemple.fr\r\nBcc: autre@exemple.fr' }
  await expect(mailTo(there).send(forged)).rejects.toMatchObject({ kind: 'invalid_input' })
  expect(there.mails).toEqual([])
  await mailTo(there).send({ ...letter, text: 'Bonjour\r\n.\r\nRCPT TO:<autre@exemple.fr>\r\n' })
  await mailTo(there).send({ ...letter, subject: 'Chez Paul\r\nBcc: autre@exemple.fr\u2028\u0000fin' })
  expect(there.mails.map(({ to }) => to)).toEqual(['marie@exemple.fr', 'marie@exemple.fr'])
  for (const { text } of there.mails) expect(text.split('\r\n\r\n')[0]).not.toMatch(/^Bcc/im)
  expect(header(there.mails.at(-1)?.text ?? '', 'Subject')).toBe('Chez Paul Bcc: autre@exemple.fr fin')
})

test.each<[string, SmtpVerb, SmtpReply, string]>([
  ['421 the relay closes', 'CONNECT', '421 4.3.2 Come back', 'unavailable'],
  ['421 in the middle', 'RCPT', '421 4.3.2 Come back', 'unavailable'],
  ['452 this box is full', 'RCPT', '452 4.2.2 Full', 'rate_limited'],
  ['550 no such address', 'RCPT', '550 5.1.1 Unknown marie@exemple.fr', 'invalid_input'],
  ['550 we may not send', 'MAIL', '550 5.7.1 Not you', 'misconfigured'],
  ['554 the text is refused', 'BODY', '554 5.7.1 Spam', 'refused'],
  ['451 not now', 'BODY', '451 4.3.0 Later', 'unavailable'],
  ['a cut', 'DATA', 'cut', 'unavailable'],
  ['a cut before the greeting', 'CONNECT', 'cut', 'unavailable'],
])('U-076 F09 %s', async (_name, verb, reply, kind) => {
  const there = await relay()
  there.reply({ [verb]: reply })
  told.length = 0
  await expect(mailTo(there).send(letter)).rejects.toMatchObject({ name: 'GatewayFailure', kind })
  expect(there.mails).toEqual([])
  // U-077: what the relay quotes is not logged.
  expect(JSON.stringify(told)).not.toContain('@')
  expect(told).toMatchObject([{ gateway: 'mail', kind }])
})

test.each<SmtpVerb>(['CONNECT', 'MAIL', 'BODY'])('U-076 F09 a relay that falls silent at %s is left', async (verb) => {
  const there = await relay()
  there.reply({ [verb]: 'silence' })
  await expect(mailTo(there, { timeoutMs: 300 }).send(letter)).rejects.toMatchObject({ kind: 'unavailable' })
})

test('U-076 U-092 F09 a relay that dribbles is left in the time that whoever waits gives it', async () => {
  using opened = new DisposableStack()
  const dribbling = createServer((socket) => {
    socket.write('220 there\r\n')
    const timer = setInterval(() => socket.write('250-still here\r\n'), 20)
    socket.on('error', () => undefined).on('close', () => clearInterval(timer))
  })
  opened.adopt(dribbling, (relay) => relay.close())
  await new Promise<void>((resolve) => dribbling.listen(0, '127.0.0.1', resolve))
  const { port } = dribbling.address() as AddressInfo
  const began = performance.now()
  const sending = mailTo({ port } as FakeRelay).send({ ...letter, timeoutMs: 300 })
  await expect(sending).rejects.toMatchObject({ kind: 'unavailable' })
  expect(performance.now() - began).toBeLessThan(3_000)
})

test('U-076 F11 a relay that is down is not asked for each mail', async () => {
  const there = await relay()
  there.reply({ CONNECT: 'cut' })
  const mail = mailTo(there)
  for (let n = 0; n < 5; n++) await expect(mail.send(letter)).rejects.toMatchObject({ isKnownNotApplied: false })
  await expect(mail.send(letter)).rejects.toMatchObject({ kind: 'unavailable', isKnownNotApplied: true })
})

test('U-076 ASVS 12.3 a certificate that nobody vouches for is refused, with smtps and with STARTTLS, and told nothing', async () => {
  const identity = selfSigned()
  for (const [options, scheme] of [
    [{ starttls: identity }, 'smtp'],
    [{ implicit: identity }, 'smtps'],
  ] as const) {
    const there = await relay(options)
    await expect(mailTo(there, { scheme }).send(letter)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(there.mails).toEqual([])
  }
})

test('U-076 in production, and beyond this machine, a relay without TLS is told nothing', async () => {
  const there = await relay()
  await expect(mailTo(there, { environment: 'production' }).send(letter)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(there.mails).toEqual([])
  const far = { EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://u%40x:p%2F@smtp.exemple.fr', NODE_ENV: 'development' }
  expect(readMailSettings(far)).toMatchObject({
    tlsRequired: true,
    port: 587,
    auth: { user: 'u@x', pass: 'p/' },
    from: 'Parvis Pro <contact@parvis.app>',
  })
  expect(readMailSettings({ ...far, SMTP_URL: 'smtps://smtp.exemple.fr' })).toMatchObject({
    implicitTls: true,
    port: 465,
  })
})
