import { afterAll, onTestFinished } from 'vitest'

type Owned = AsyncDisposable | Disposable

/** Disposed of after the tests of this file; what a test or a function owns alone stands behind `await using`. */
export function untilFileEnds<T extends Owned>(thing: T): T {
  afterAll(() => dispose(thing))
  return thing
}

/** Disposed of after this test: for what a helper starts and hands to it. */
export function untilTestEnds<T extends Owned>(thing: T): T {
  onTestFinished(() => dispose(thing))
  return thing
}

async function dispose(thing: Owned): Promise<void> {
  await using _ = thing
}
