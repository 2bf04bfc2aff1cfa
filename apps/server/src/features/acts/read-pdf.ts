import { hash, webcrypto } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'

/** Bytes looked at in one turn of the event loop: under a millisecond. */
const windowBytes = 128 * 1024
/** Longer than the longest forbidden name, each of its letters written as #xx. */
const overlapBytes = 64
const endBytes = 1024

/**
 * Whether a file is a PDF that opens as a document and nothing else: its header, its end, and outside of streams no name
 * that starts code or carries another file. Reads 20 MB in slices, so that other calls wait a millisecond at most.
 */
export async function isPlainPdf(bytes: Buffer): Promise<boolean> {
  if (!/^%PDF-[12]\./.test(bytes.toString('latin1', 0, 7))) return false
  if (!bytes.subarray(-endBytes).includes('%%EOF')) return false
  for (let at = 0; at < bytes.length; ) {
    const { from, to } = nextStream(bytes, at)
    for (let start = at; start < from; start += windowBytes) {
      if (
        forbidden.test(plainNames(bytes.toString('latin1', start, Math.min(from, start + windowBytes + overlapBytes))))
      )
        return false
      if (start + windowBytes < from) await turn()
    }
    at = to
    if (to - from > windowBytes) await turn()
  }
  return true
}

const forbidden = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?)(?![^\s\0()<>[\]{}/%])/

/** A letter of a name may be written as #xx (ISO 32000-1, 7.3.5). */
const plainNames = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The next stream: where its bytes begin and where its end keyword stands; the end of the file where there is none. */
function nextStream(bytes: Buffer, at: number): { from: number; to: number } {
  const none = { from: bytes.length, to: bytes.length }
  for (let found = bytes.indexOf('stream', at); found >= 0; found = bytes.indexOf('stream', found + 6)) {
    // The keyword follows a dictionary and ends its line (7.3.8.1); elsewhere it is a word like others.
    if (!/>>\s*$/.test(bytes.toString('latin1', Math.max(at, found - 16), found))) continue
    if (!/^\r?\n/.test(bytes.toString('latin1', found + 6, found + 8))) continue
    const end = bytes.indexOf('endstream', found + 6)
    return end < 0 ? none : { from: found, to: end + 'endstream'.length }
  }
  return none
}

/** SHA-256 in hex, computed outside of the event loop: 20 MB take 20 ms. */
export async function sha256Of(bytes: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

export const sha256OfText = (text: string): string => hash('sha256', text, 'hex')
