import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@parvis/harness/server/test-database'
import { expect, onTestFinished, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

test('a port that is taken stops the start with one sentence', async () => {
  const database = await createTestDatabase()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(async () => {
    taken.close()
    await database.drop()
  })
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await start({ DATABASE_URL: database.url, PORT: port })).toEqual({
    code: 1,
    complaint: `Le port ${port} est déjà pris : choisissez-en un autre avec PORT=…\n`,
  })
})

test('a data folder that cannot be written stops the start with one sentence', async () => {
  // A file stands where the folder should be: nobody can write there, root included.
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  const wanted = join(folder, 'file', 'data')
  expect(await start({ PARVIS_DATA: wanted })).toEqual({
    code: 1,
    complaint: `PARVIS_DATA doit être un dossier où l’on peut écrire : ${wanted} n’en est pas un\n`,
  })
})

test.each([
  [
    { PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://localhost/parvis' },
    'PORT doit être un nombre entier de 0 à 65535, et non « abc »\nDATABASE_URL doit commencer par postgres://\nLOG_LEVEL doit être debug ou info ou warn ou error ou silent, et non « loud »\n',
  ],
  [{ SMS_PROVIDER: 'orange' }, 'SMS_PROVIDER doit être embedded ou ovh ou brevo ou twilio, et non « orange »\n'],
  [
    { MIGRATION_DATABASE_URL: 'postgres://x@localhost/parvis' },
    'MIGRATION_DATABASE_URL n’a de sens qu’avec DATABASE_URL\n',
  ],
  [
    { DATABASE_URL: 'postgres://x:a,b@one:5432,two:5432/parvis' },
    'DATABASE_URL nomme plusieurs serveurs : indiquez une seule adresse, celle qui mène toujours au serveur principal\n',
  ],
  [
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/parvis' },
    'La base de données ne répond pas, ou refuse d’être modifiée : le démarrage est à refaire quand elle sera revenue.\n',
  ],
])('%j stops the start with one sentence per fault', async (settings, complaint) => {
  expect(await start(settings)).toEqual({ code: 1, complaint })
})

/** Runs the server with these settings until it stops: how it ended, and what it complained of. */
async function start(settings: Record<string, string>) {
  const { DATABASE_URL: _, MIGRATION_DATABASE_URL: __, ...inherited } = process.env
  const own = { NODE_ENV: 'development', PARVIS_DATA: newFolder(), PORT: '0' }
  const child = spawn(process.execPath, [main], { env: { ...inherited, ...own, ...settings } })
  const ended = once(child, 'exit')
  const [complaint] = await Promise.all([text(child.stderr), text(child.stdout)])
  const [code] = await ended
  return { code, complaint }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
