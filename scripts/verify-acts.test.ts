import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { verifyFolder } from './verify-acts.mjs'

const script = fileURLToPath(new URL('verify-acts.mjs', import.meta.url))
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Three acts of one commune as its pages offer them: texts, signatures, files, key and register. */
function archive(): string {
  const { path, [Symbol.dispose]: remove } = temporaryFolder('parvis-acts')
  onTestFinished(() => remove())
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cle = sha256(publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16)
  writeFileSync(join(path, `cle-publique-${cle}.pem`), publicKey.export({ type: 'spki', format: 'pem' }))
  let former = '0'.repeat(64)
  let register = ''
  for (const rank of [1, 2, 3]) {
    const file = Buffer.from(`%PDF-1.4\nacte ${rank}\n%%EOF\n`)
    const text = [
      'parvis-attestation-1',
      'commune: 92024 Clichy',
      'siret: 21920024700015',
      `acte: ${rank + 10}`,
      `rang: ${rank}`,
      'nature: arrete',
      `numero: 2026-0${rank}`,
      'date: 2026-03-12',
      `mise-en-ligne: 2026-03-12T14:0${rank}:00+01:00`,
      `octets: ${file.length}`,
      `sha256: ${sha256(file)}`,
      'remplace: -',
      `precedent: ${former}`,
      `cle: ${cle}`,
      '',
    ].join('\n')
    former = sha256(text)
    register += `${text}\n`
    writeFileSync(join(path, `acte-${rank + 10}.txt`), text)
    writeFileSync(join(path, `acte-${rank + 10}.sig`), sign('sha256', Buffer.from(text), privateKey))
    writeFileSync(join(path, `acte-${rank + 10}.pdf`), file)
  }
  writeFileSync(join(path, 'registre.txt'), register)
  return path
}

const run = (...args: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n') }
}
const sound = ['acte 11 : conforme', 'acte 12 : conforme', 'acte 13 : conforme', 'registre : conforme']

test('D-017 a sound archive conforms, whatever its files are called; an absent file is said, and is no fault', () => {
  const folder = archive()
  expect(run(folder)).toEqual({ status: 0, lines: sound })
  writeFileSync(join(folder, 'un autre nom.pdf'), readFileSync(join(folder, 'acte-11.pdf')))
  rmSync(join(folder, 'acte-11.pdf'))
  expect(run(folder)).toEqual({ status: 0, lines: sound })
  rmSync(join(folder, 'acte-12.pdf'))
  expect(run(folder)).toMatchObject({
    status: 0,
    lines: ['acte 11 : conforme', 'acte 12 : fichier absent', ...sound.slice(2)],
  })
  expect(run().status).toBe(1)
})

test('D-017 each fault is named and exits 1', () => {
  for (const [file, change, line] of [
    ['acte-12.pdf', (text: string) => text.replace('acte', 'Acte'), 'acte 12 : le fichier a changé'],
    ['acte-12.txt', (text: string) => text.replace('Clichy', 'Clichi'), 'acte 12 : signature fausse'],
    ['registre.txt', (text: string) => text.replace('2026-02', '2026-09'), 'registre : chaîne rompue au rang 3'],
    ['registre.txt', (text: string) => text.replace('2026-03\n', '2026-09\n'), 'registre : chaîne rompue au rang 3'],
  ] as const) {
    const folder = archive()
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
    const { status, lines } = run(folder)
    expect([status, lines]).toEqual([1, expect.arrayContaining([line])])
  }
  const folder = archive()
  rmSync(join(folder, 'acte-13.sig'))
  expect(run(folder)).toMatchObject({ status: 1, lines: expect.arrayContaining(['acte 13 : signature fausse']) })
})

test('D-017 one byte changed anywhere in a small archive is found', () => {
  const folder = archive()
  expect(verifyFolder(folder)).toEqual(sound)
  const missed: string[] = []
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(file, changed)
      if (verifyFolder(folder).join() === sound.join()) missed.push(`${name} ${at}`)
    }
    writeFileSync(file, bytes)
  }
  expect(missed).toEqual([])
}, 120_000)
