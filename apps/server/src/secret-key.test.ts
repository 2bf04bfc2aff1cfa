import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilTestEnds } from '@parvis/harness/server/lifetimes'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const hex = '5f'.repeat(32)

function folders() {
  const { path: folder } = untilTestEnds(temporaryFolder('parvis-key'))
  const data = join(folder, 'data')
  mkdirSync(data)
  return { data, own: join(data, 'secret.key'), elsewhere: join(folder, 'key') }
}

const read = (data: string, more: Record<string, string> = {}) =>
  readConfig({ NODE_ENV: 'development', PARVIS_DATA: data, ...more }).secretKey.toString('hex')
const inProduction = { NODE_ENV: 'production', ALLOW_EMBEDDED_PROVIDERS: '1' }

describe('F9 T11 ASVS 11.3 the key', () => {
  test.each(['', '\n', hex.slice(0, 62), `${hex}5f`, 'g'.repeat(64), hex.toUpperCase().replace('F', ' ')])(
    'kept as %j stops the start',
    (content) => {
      const { data, own } = folders()
      writeFileSync(own, content)
      expect(() => read(data)).toThrow(`${own} doit être fait de 64 chiffres hexadécimaux`)
      expect(readFileSync(own, 'utf8')).toBe(content)
    },
  )

  test('is made once, whole, readable by its owner alone, and nothing is left beside it', () => {
    const { data, own } = folders()
    const made = read(data)
    expect(made).toMatch(/^[0-9a-f]{64}$/)
    expect([read(data), readFileSync(own, 'utf8')]).toEqual([made, made])
    expect([statSync(own).mode & 0o777, readdirSync(data)]).toEqual([0o600, ['secret.key']])
  })

  test('of production comes from the environment, or from a file that is not beside what it seals', () => {
    const { data, own, elsewhere } = folders()
    expect(() => read(data, inProduction)).toThrow('SECRET_KEY manque')
    expect(readdirSync(data)).toEqual([])
    writeFileSync(own, hex)
    expect(() => read(data, inProduction)).toThrow(`déplacez ${own} ailleurs`)
    expect(() => read(data, { ...inProduction, SECRET_KEY_FILE: own })).toThrow(`SECRET_KEY_FILE doit être hors de`)
    expect(() => read(data, { ...inProduction, SECRET_KEY_FILE: elsewhere })).toThrow('n’existe pas')
    writeFileSync(elsewhere, `${hex}\n`)
    expect(read(data, { ...inProduction, SECRET_KEY_FILE: elsewhere })).toBe(hex)
    writeFileSync(elsewhere, '')
    expect(() => read(data, { ...inProduction, SECRET_KEY_FILE: elsewhere })).toThrow('64 chiffres')
    expect(read(data, { ...inProduction, SECRET_KEY: hex })).toBe(hex)
    expect(() => read(data, { ...inProduction, SECRET_KEY: 'abc' })).toThrow('SECRET_KEY doit être fait de 64')
  })
})
