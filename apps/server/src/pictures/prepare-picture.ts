import { fileURLToPath } from 'node:url'
import {
  maximumPicturePixels as maxPixels,
  type PictureRule,
  type PictureSize,
} from '@parvis/domain/company/picture-sizes'
import { refusal } from '@parvis/domain/refusals'
import { Semaphore } from '../admission/semaphore.ts'
import { ChildProgram } from '../child-program.ts'
import { currentSubject, waitWithoutSlot } from '../current-call.ts'
import type { DecoderAnswer, DecoderQuestion } from './decoder.ts'

export type PreparedPicture = PictureSize & { jpeg: Buffer; webp: Buffer }

/** Decoders at once: a decoded picture takes up to 160 MB, and one at a time bounds memory and the wait of others. */
const turns = new Semaphore({ max: 1, waiting: 20 })
const decoder = createDecoder()

/** A call that waits for a decoder gives its slot back. */
const decode = (subject: string, question: DecoderQuestion): Promise<DecoderAnswer> =>
  waitWithoutSlot(() => turns.run({ subject }, () => decodePicture(decoder, question)))

type Decoder = ChildProgram<DecoderQuestion, DecoderAnswer>

/** With another program or deadline in tests. @internal */
export function createDecoder(settings: { program?: string; deadlineMilliseconds?: number } = {}): Decoder {
  const program = fileURLToPath(new URL('decoder.ts', import.meta.url))
  return new ChildProgram({ program, deadlineMilliseconds: 30_000, ...settings })
}

/** A picture that crashes the decoder (a codec fault) counts as unreadable; refuses with 503 at the deadline. @internal */
export async function decodePicture(decoder: Decoder, question: DecoderQuestion): Promise<DecoderAnswer> {
  const answer = await decoder.ask(question)
  if (answer === 'killed') throw refusal('request.upstream_unavailable', { retryAfter: 2 })
  return answer === 'crashed' ? { kind: 'unreadable' } : answer
}

/**
 * Decodes a JPEG, PNG or WebP by its content, turns it upright, drops every metadata and re-encodes it.
 * Answers the least size when the picture is too small. Refuses with 415: `unreadable_image` for anything else,
 * `over_sized_image_error` above 40 megapixels (AMB-47, api.md section 1); with 503 when too many wait to be decoded.
 */
export async function preparePicture(
  field: string,
  bytes: Uint8Array,
  rule: PictureRule,
): Promise<PreparedPicture | { minimum: PictureSize }> {
  if (!isPicture(bytes, 'gif' in rule)) throw unreadable(field)
  const answer = await decode(currentSubject(), { kind: 'upload', bytes, rule })
  if (answer.kind === 'encoded') {
    const { width, height, jpeg, webp } = answer.picture
    return { width, height, jpeg: bufferOf(jpeg), webp: bufferOf(webp) }
  }
  if (answer.kind === 'too small') return { minimum: answer.minimum }
  if (answer.kind !== 'over sized') throw unreadable(field)
  throw refusal('request.over_sized_image', {
    fields: { [field]: 'over_sized_image_error' },
    details: { [field]: { maxPixels } },
  })
}

/** Subject of the queue shared by all page copies, so that an uploader has every second turn. */
const pages = 'pages'

/**
 * A WebP of a stored JPEG at most `width` pixels across, never enlarged; a copy of at most 480 pixels is compressed until
 * it has `max` bytes, if it can. Refuses with 503 when too many wait to be decoded, with 415 what is no picture.
 */
export async function shrinkPicture(jpeg: Buffer, width: number, max: number): Promise<Buffer> {
  const answer = await decode(pages, { kind: 'shrink', bytes: jpeg, width, max })
  if (answer.kind !== 'shrunk') throw unreadable('image')
  return bufferOf(answer.webp)
}

/** By the first bytes (magic numbers), before any decoder reads one: an SVG is measured by what it contains (F5). */
function isPicture(bytes: Uint8Array, gif: boolean): boolean {
  const head = bufferOf(bytes).subarray(0, 12).toString('latin1')
  if (head.startsWith('\u00ff\u00d8\u00ff') || head.startsWith('\u0089PNG\r\n\u001a\n')) return true
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return true
  return gif && /^GIF8[79]a/.test(head)
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

function unreadable(field: string) {
  return refusal('request.unreadable_image', { fields: { [field]: 'unreadable_image' } })
}
