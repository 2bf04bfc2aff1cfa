import { expect, test } from 'vitest'
import { createLogOutput } from './log-output.ts'

/** A disk with so much room, that answers EAGAIN as often as asked first. */
function disk(room: number, busy = 0) {
  const state = { room, busy, text: '' }
  const output = createLogOutput((bytes) => {
    if (state.busy-- > 0) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
    if (state.room === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    const part = bytes.subarray(0, state.room)
    state.room -= part.length
    state.text += part.toString()
    return part.length
  })
  return { state, output }
}

test('a full disk costs lines, and those that follow are whole again', () => {
  const { state, output } = disk(10)
  output.write('{"n":1}\n')
  output.write('{"n":2}\n')
  output.write('{"n":3}\n')
  state.room = 100
  output.write('{"n":4}\n')
  output.write('{"n":5}\n')
  expect(state.text).toBe('{"n":1}\n{"\n{"n":4}\n{"n":5}\n')
})

test('a reader that is a little late loses nothing, one that is gone does not stop the process', () => {
  const late = disk(100, 2)
  late.output.write('{"n":1}\n')
  expect(late.state.text).toBe('{"n":1}\n')
  const gone = disk(100, Number.POSITIVE_INFINITY)
  gone.output.write('{"n":1}\n')
  expect(gone.state.text).toBe('')
})
