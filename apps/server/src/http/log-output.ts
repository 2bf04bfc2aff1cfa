import { writeSync } from 'node:fs'

type Write = (bytes: Buffer) => number

const tries = 5
const waitMilliseconds = 20

/**
 * Where log lines go. One that cannot be written is dropped: pino's own writer ends the process when the disk is full,
 * then waits for ever for room (trust.md F05). A reader that is late is given a tenth of a second.
 */
export function createLogOutput(write: Write = (bytes) => writeSync(1, bytes)): { write(line: string): void } {
  let isCut = false
  return {
    write(line) {
      // What follows a line cut short still parses.
      const bytes = Buffer.from(isCut ? `\n${line}` : line)
      const written = writeWhole(write, bytes)
      if (written > 0) isCut = written < bytes.length
    },
  }
}

/** How many of the bytes were written. */
function writeWhole(write: Write, bytes: Buffer): number {
  let written = 0
  for (let left = tries; left > 0 && written < bytes.length; ) {
    try {
      const now = write(bytes.subarray(written))
      if (now === 0) return written
      written += now
    } catch (error) {
      if (!isBusy(error)) return written
      left--
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMilliseconds)
    }
  }
  return written
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}
