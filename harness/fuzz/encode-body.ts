import * as fc from 'fast-check'

export type Body = { type: string; payload: string | Buffer }
type Fields = Record<string, unknown>

const boundary = 'fuzz'
const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${boundary}`,
}

/** A red pixel: what `picture` fields take at their best here (too small for all of them, decoded all the same). */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

/** The fields in one of the three forms that every call reads, sometimes with files, sometimes cut or mislabelled. */
export function encodeBody(fields: Fields, files: Readonly<Record<string, number>> = {}): fc.Arbitrary<Body> {
  const whole = fc.oneof(
    fc.constant({ type: types.json, payload: JSON.stringify(fields) }),
    fc.constant({ type: types.form, payload: new URLSearchParams(asTexts(fields)).toString() }),
    fc.array(filePart(Object.keys(files)), { maxLength: 3 }).map((parts) => multipart(fields, parts)),
  )
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: whole.chain(broken) })
}

const filePart = (names: readonly string[]): fc.Arbitrary<Buffer> =>
  fc
    .record({
      name: fc.constantFrom(...names, 'picture', '__proto__'),
      bytes: fc.oneof(
        fc.constant(pixel),
        fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      ),
    })
    .map(({ name, bytes }) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="../a.png"\r\n`),
        Buffer.from('content-type: image/png\r\n\r\n'),
        bytes,
        Buffer.from('\r\n'),
      ]),
    )

function multipart(fields: Fields, files: readonly Buffer[]): Body {
  const texts = Object.entries(asTexts(fields)).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  return { type: types.multipart, payload: Buffer.concat([...texts, ...files, Buffer.from(`--${boundary}--\r\n`)]) }
}

function broken({ type, payload }: Body): fc.Arbitrary<Body> {
  const bytes = Buffer.from(payload)
  return fc.oneof(
    fc.integer({ min: 0, max: bytes.length }).map((end) => ({ type, payload: bytes.subarray(0, end) })),
    fc
      .constantFrom(...Object.values(types), 'application/json; charset=utf-16', 'text/plain', 'multipart/form-data')
      .map((other) => ({ type: other, payload })),
    fc.uint8Array({ maxLength: 60 }).map((noise) => ({ type, payload: Buffer.from(noise) })),
  )
}

export const asTexts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      (typeof value === 'string' ? value : JSON.stringify(value)) ?? '',
    ]),
  )
