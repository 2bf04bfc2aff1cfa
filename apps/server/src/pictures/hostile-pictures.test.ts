import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { pictureRules as rules } from '@parvis/domain/company/picture-sizes'
import { Refusal } from '@parvis/domain/refusals'
import { untilFileEnds } from '@parvis/harness/server/lifetimes'
import { temporaryFolder } from '@parvis/harness/temporary-folder'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { DecoderQuestion } from './decoder.ts'
import { createDecoder, decodePicture, preparePicture } from './prepare-picture.ts'

const plain = (width = 90, height = 60): Sharp => sharp({ create: { width, height, channels: 3, background: '#c33' } })
const run = promisify(execFile)
const payload = '<script>charge()</script>'

let jpeg: Buffer
let png: Buffer
let webp: Buffer

beforeAll(async () => {
  jpeg = await plain().jpeg().toBuffer()
  png = await plain().png().toBuffer()
  webp = await plain().webp().toBuffer()
})

/** The outcome of a picture: its size, or the code of its refusal. Any other error is a fault of ours. */
async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    const made = await preparePicture('image', bytes, rules.identity)
    return 'jpeg' in made ? `${made.width}x${made.height}` : 'too small'
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
}

async function written(bytes: Uint8Array): Promise<Buffer[]> {
  const made = await preparePicture('image', bytes, rules.identity)
  return 'jpeg' in made ? [made.jpeg, made.webp] : []
}

test('T12 position, author, comment, profile and thumbnail of a picture are gone from what is kept', async () => {
  const exif = {
    IFD0: { Copyright: 'Marie', Make: 'Phone' },
    IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' },
  }
  const told = await plain()
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Marie</x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect(Object.keys(await sharp(told).metadata())).toEqual(expect.arrayContaining(['exif', 'xmp', 'icc']))
  const files = await written(told)
  expect(files).toHaveLength(2)
  for (const file of files) {
    const { exif: position, xmp, icc, iptc, comments } = await sharp(file).metadata()
    expect([position, xmp, icc, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(file.includes('Marie')).toBe(false)
  }
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('T12 a picture that EXIF says to turn (%i) is upright', async (orientation) => {
  const turned = await plain().withMetadata({ orientation }).jpeg().toBuffer()
  expect(await outcome(turned)).toBe(orientation >= 5 ? '60x90' : '90x60')
})

test('T12 no byte of a page or an archive hidden in a picture is kept', async () => {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, payload.length + 2]), Buffer.from(payload)])
  const zip = Buffer.from(`PK\u0003\u0004${payload}PK\u0005\u0006`, 'latin1')
  const polyglots = [
    Buffer.concat([jpeg, Buffer.from(payload)]),
    Buffer.concat([jpeg, zip]),
    Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    Buffer.concat([png, Buffer.from(payload), zip]),
    Buffer.concat([webp, Buffer.from(payload)]),
  ]
  for (const polyglot of polyglots) {
    expect(polyglot.includes(payload)).toBe(true)
    const files = await written(polyglot)
    expect(files).toHaveLength(2)
    for (const file of files) expect([file.includes('script'), file.includes('PK\u0003\u0004')]).toEqual([false, false])
  }
})

/** The same PNG with a larger size in its header. */
function claiming(width: number, height: number): Buffer {
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(width, 16)
  bomb.writeUInt32BE(height, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  return bomb
}

test.each([
  [9_000, 9_000],
  [14_000, 14_000],
  [20_000, 20_000],
  [100, 1_000_000],
  [2_000_000_000, 2_000_000_000],
])('T12 a picture that claims %i by %i pixels is refused without being decoded', async (width, height) => {
  const before = process.memoryUsage.rss()
  expect(['request.over_sized_image', 'request.unreadable_image']).toContain(await outcome(claiming(width, height)))
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
})

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['zeros', () => Buffer.alloc(10_000)],
  ['a page', () => Buffer.from(`<!doctype html>${payload}`)],
  ['a drawing', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${payload}</svg>`)],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>')],
  ['the first bytes of a JPEG', () => jpeg.subarray(0, 12)],
  ['half a JPEG', () => jpeg.subarray(0, jpeg.length / 2)],
  ['half a PNG', () => png.subarray(0, png.length / 2)],
])('T12 %s is no picture', async (_what, make) => {
  expect(await outcome(make())).toBe('request.unreadable_image')
})

/** Nested SVG groups, each using the one before ten times: 1.6 kB that render for seconds. */
const nested = (levels: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><g id="a0"><path d="M0 0h9v9z"/></g>${Array.from(
    { length: levels },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
  ).join('')}<use href="#a${levels}"/></svg>`

test.each([
  ['a drawing that uses itself', () => Buffer.from(nested(6))],
  [
    'a drawing of 6 MB of text',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<text>a</text>'.repeat(430_000)}</svg>`),
  ],
  ['a drawing behind an XML declaration', () => Buffer.from(`<?xml version="1.0"?>${nested(6)}`)],
])('T12 F5 %s is refused by its first bytes, before any decoder reads it', async (_what, make) => {
  const bytes = make()
  const before = process.cpuUsage()
  expect(await outcome(bytes)).toBe('request.unreadable_image')
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(100)
})

test('T12 F5 the process has four loaders: what is neither JPEG, PNG, WebP nor GIF is decoded by nobody', async () => {
  // In another process: the tests draw pictures as SVG, with a loader that the product disables.
  const asked = `
    import sharp from 'sharp'
    import ${JSON.stringify(new URL('decoder.ts', import.meta.url).href)}
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const tiff = Buffer.from('49492a0008000000000000000000', 'hex')
    const gif = Buffer.from('${(await plain().gif().toBuffer()).toString('base64')}', 'base64')
    for (const bytes of [drawing, tiff, gif])
      console.log(await sharp(bytes).metadata().then(({ format }) => format, ({ message }) => message))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', asked], { cwd: import.meta.dirname })
  const unsupported = 'Input buffer contains unsupported image format'
  expect(stdout.trimEnd().split('\n')).toEqual([unsupported, unsupported, 'gif'])
})

test.each([
  ['four inks', () => plain().toColourspace('cmyk').jpeg()],
  ['sixteen bits', () => plain().toColourspace('rgb16').png()],
  ['grey', () => plain().greyscale().png()],
  ['transparent', () => plain().ensureAlpha(0.5).webp()],
])('T12 a picture of another kind (%s) is kept in ordinary colours', async (_what, make) => {
  for (const file of await written(await make().toBuffer())) {
    expect(await sharp(file).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', width: 90, height: 60 })
  }
})

test('T12 G23 a picture with any bytes changed is kept or refused, never a fault', async () => {
  const change = fc.array(fc.tuple(fc.nat(10_000), fc.nat(255)), { minLength: 1, maxLength: 8 })
  const sent = fc.tuple(fc.constantFrom('jpeg', 'png', 'webp'), change)
  await fc.assert(
    fc.asyncProperty(sent, async ([kind, changes]) => {
      const mutant = Buffer.from({ jpeg, png, webp }[kind] ?? jpeg)
      for (const [place, value] of changes) mutant[place % mutant.length] = value
      expect(await outcome(mutant)).toMatch(/^(\d+x\d+|request\.(unreadable|over_sized)_image)$/)
    }),
    { numRuns: 300 },
  )
}, 60_000)

const { path: folder } = untilFileEnds(temporaryFolder('parvis-decoders'))
const picture: DecoderQuestion = { kind: 'shrink', bytes: new Uint8Array(2_000_000), width: 96, max: 1 }

/** A planted decoder that fails this way at its first picture and answers later ones (each process writes its number). */
function decoderThat(first: string, deadlineMilliseconds = 30_000) {
  const met = join(folder, `${Math.random()}`)
  const program = `${met}.mjs`
  writeFileSync(
    program,
    `import { appendFileSync, existsSync } from 'node:fs'
     const isFirst = !existsSync(${JSON.stringify(met)})
     appendFileSync(${JSON.stringify(met)}, process.pid + '\\n')
     process.on('message', ({ bytes }) => {
       if (isFirst) { ${first} }
       else process.send({ answer: { kind: 'shrunk', webp: Buffer.from(String(bytes.length) + ' ' + Object.keys(process.env)) } })
     })
     process.on('disconnect', () => process.exit())`,
  )
  const decoder = createDecoder({ program, deadlineMilliseconds })
  return { decoder, pids: () => readFileSync(met, 'utf8').trim().split('\n').map(Number) }
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('T12 F5 H01 a decoding beyond its deadline is killed and refused with 503, and the next picture is decoded, by a process without our settings', async () => {
  const { decoder, pids } = decoderThat('while (true);', 500)
  await expect(decodePicture(decoder, picture)).rejects.toMatchObject({ key: 'request.upstream_unavailable' })
  expect(pids().filter(isThere)).toEqual([])
  const told = await decodePicture(decoder, picture)
  expect(told.kind === 'shrunk' && Buffer.from(told.webp).toString()).toBe('2000000 ')
  await decodePicture(decoder, picture)
  expect(pids()).toHaveLength(2)
})

test.each([
  ['ends the process that decodes it is', 'process.abort()'],
  ['takes more of the processor than any is', "process.send({ answer: { kind: 'spent' }, isLast: true })"],
])('T12 F5 a picture that %s refused, the API lives on, and the next one is decoded', async (_what, first) => {
  const { decoder, pids } = decoderThat(first)
  expect(['unreadable', 'spent']).toContain((await decodePicture(decoder, picture)).kind)
  expect((await decodePicture(decoder, picture)).kind).toBe('shrunk')
  expect(pids()).toHaveLength(2)
})

test.runIf(process.platform === 'linux')(
  'H01 whoever decodes has the lowest priority, and libvips is in no other process',
  async () => {
    const before = childrenOf(process.pid)
    const decoder = createDecoder()
    expect(await decodePicture(decoder, picture)).toEqual({ kind: 'unreadable' })
    const [own = 0] = childrenOf(process.pid).filter((pid) => !before.includes(pid))
    const nice = readFileSync(`/proc/${own}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]
    expect(nice).toBe('19')
    expect(readFileSync(`/proc/${own}/maps`, 'utf8')).toContain('libvips')
  },
)

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
