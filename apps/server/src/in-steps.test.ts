import { expect, test } from 'vitest'
import { inSteps } from './in-steps.ts'

test('F8 what takes long is made once, by steps between other work, and its rest at once when somebody needs it', () => {
  let made = 0
  const numbers = inSteps(function* () {
    const all: number[] = []
    while (all.length < 10) {
      all.push(made++)
      yield
    }
    return all
  })
  const steps = numbers.steps()
  for (let step = 0; step < 3; step++) steps.next()
  expect(made).toBe(3)
  expect(numbers.get()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(numbers.get()).toBe(numbers.get())
  expect(steps.next().done).toBe(true)
  expect(made).toBe(10)
})

test('F8 what failed in the middle is begun anew', () => {
  let tries = 0
  const list = inSteps(function* () {
    yield
    if (++tries === 1) throw new Error('too many open files')
    return 'whole'
  })
  expect(() => [...list.steps()]).toThrow('too many open files')
  expect(list.get()).toBe('whole')
})
