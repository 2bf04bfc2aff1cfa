#!/usr/bin/env node
// Verifies acts of a town hall and their register, a year later and elsewhere: no dependency, network or database. Spec D-017.
//
//   node scripts/verify-acts.mjs <folder>
//
// The folder holds what the pages of the acts offer: attestations (NAME.txt with NAME.sig), public keys (*.pem), files (*.pdf), and
// registre.txt where it was downloaded. An attestation finds its file by its hash, else by the name that it was offered under.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const usage = 'Utilisation : node scripts/verify-acts.mjs <dossier>'

const forms = {
  'parvis-attestation-1':
    'commune siret acte rang nature numero date mise-en-ligne octets sha256 remplace precedent cle'.split(' '),
  'parvis-retrait-1': 'commune siret acte rang le sha256 sha256-motif precedent cle'.split(' '),
  'parvis-remise-1': 'commune siret acte rang le sha256 sha256-motif precedent cle'.split(' '),
}
const subjects = { 'parvis-retrait-1': 'retrait de l’acte', 'parvis-remise-1': 'remise en ligne de l’acte' }
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** The values of an attestation; undefined unless it has exactly the lines of its form, each ended by LF. */
function readText(text) {
  const [first, ...lines] = text.split('\n')
  const keys = forms[first]
  if (!keys || lines.length !== keys.length + 1 || lines.at(-1) !== '') return undefined
  if (!keys.every((key, at) => lines[at].startsWith(`${key}: `))) return undefined
  return Object.fromEntries(keys.map((key, at) => [key, lines[at].slice(key.length + 2)]))
}

/** Public keys by their name: the first 16 hex digits of the SHA-256 of their SPKI DER. */
function readKeys(folder, names) {
  const keys = new Map()
  for (const name of names.filter((one) => one.endsWith('.pem'))) {
    try {
      const pem = readFileSync(join(folder, name), 'utf8')
      const key = createPublicKey(pem)
      // The last character of its base64 has bits that no reader looks at.
      if (key.export({ type: 'spki', format: 'pem' }) !== pem) continue
      keys.set(sha256(key.export({ type: 'spki', format: 'der' })).slice(0, 16), key)
    } catch {
      // No key: what names it is then said to be badly signed.
    }
  }
  return keys
}

function isSigned(keys, values, text, signature) {
  const key = keys.get(values?.cle)
  try {
    return Boolean(key && signature && verify('sha256', Buffer.from(text), key, signature))
  } catch {
    return false
  }
}

/** What a file is called when its page offers it, and the names that go with its attestation. */
const namesOfFile = (name, { acte, numero }) =>
  [name, `acte-${acte}`, acte, numero.replaceAll('/', '-')].map((stem) => `${stem}.pdf`)

/** `files`: hash by file name. A file of another name is found by its hash. */
function judgeFile(name, values, files, hashes) {
  const named = namesOfFile(name, values).find((one) => files.has(one))
  if (named !== undefined) return files.get(named) === values.sha256 ? 'conforme' : 'le fichier a changé'
  return hashes.has(values.sha256) ? 'conforme' : 'fichier absent'
}

/** The rank at which the register does not follow; undefined when it holds, and says what the attestations beside it say. */
function brokenRank(text, signed) {
  const parts = text.split(/(?<=\n)\n/)
  if (parts.pop() !== '') return rankIn(parts.at(-1) ?? '')
  let former = '0'.repeat(64)
  for (const [at, part] of parts.entries()) {
    const values = readText(part)
    if (!values || values.rang !== String(at + 1) || values.precedent !== former) return rankIn(part)
    former = sha256(part)
  }
  return signed.find(({ text: own, values }) => parts[Number(values.rang) - 1] !== own)?.values.rang
}

const rankIn = (part) => /^rang: (.*)$/m.exec(part)?.[1] ?? '?'

/** One sentence for each attestation of a folder, and one for its register. */
export function verifyFolder(folder) {
  const names = readdirSync(folder).toSorted((a, b) => a.localeCompare(b, 'fr', { numeric: true }))
  const keys = readKeys(folder, names)
  const pdfs = names.filter((one) => one.endsWith('.pdf'))
  const files = new Map(pdfs.map((name) => [name, sha256(readFileSync(join(folder, name)))]))
  const hashes = new Set(files.values())
  const judged = names
    .filter((name) => name.endsWith('.txt') && name !== 'registre.txt')
    .map((name) => judgeText(folder, name.slice(0, -'.txt'.length), { keys, files, hashes }))
  const lines = judged.map(({ line }) => line)
  if (!names.includes('registre.txt')) return lines
  const signed = judged.filter(({ values }) => values)
  const rank = brokenRank(readFileSync(join(folder, 'registre.txt'), 'utf8'), signed)
  return [...lines, `registre : ${rank === undefined ? 'conforme' : `chaîne rompue au rang ${rank}`}`]
}

/** One attestation: its sentence and, where it is well signed, its text and values. */
function judgeText(folder, name, { keys, files, hashes }) {
  const text = readFileSync(join(folder, `${name}.txt`), 'utf8')
  const values = readText(text)
  const file = join(folder, `${name}.sig`)
  const subject = subjects[text.split('\n', 1)[0]] ?? 'acte'
  const id = values?.acte ?? /^acte: (.*)$/m.exec(text)?.[1] ?? name
  if (!isSigned(keys, values, text, existsSync(file) ? readFileSync(file) : undefined))
    return { line: `${subject} ${id} : signature fausse` }
  const verdict = subject === 'acte' ? judgeFile(name, values, files, hashes) : 'conforme'
  return { line: `${subject} ${id} : ${verdict}`, text, values }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  const lines = folder === undefined || folder === '--help' ? [usage] : verifyFolder(folder)
  console.log(lines.length > 0 ? lines.join('\n') : 'aucune attestation dans ce dossier')
  const isSound = lines.length > 0 && lines.every((line) => /(conforme|fichier absent)$/.test(line))
  // process.exit would cut the lines that a pipe has not taken yet.
  process.exitCode = isSound || folder === '--help' ? 0 : 1
}
