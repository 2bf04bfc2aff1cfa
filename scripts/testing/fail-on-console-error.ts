import { afterEach, beforeEach } from 'vitest'

// Noise fails a test. A test that expects an error replaces console.error itself: vi.spyOn(console, 'error').mockImplementation(…)
const original = console.error
let noise: unknown[][] = []

beforeEach(() => {
  noise = []
  console.error = (...parts: unknown[]) => {
    noise.push(parts)
    original(...parts)
  }
})

afterEach(() => {
  console.error = original
  if (noise.length > 0) throw new Error(`console.error was called: ${noise.map((parts) => parts.join(' ')).join('\n')}`)
})
