/**
 * `once` of what takes long: `steps` makes it between other work (`slicedInTime`), `get` what is left of it in one turn. What fails
 * begins anew with the next call.
 */
export function inSteps<T>(make: () => Generator<undefined, T>): { get: () => T; steps: () => Generator<undefined> } {
  let work: Generator<undefined, T> | undefined
  let made: { value: T } | undefined
  const step = () => {
    const current = work ?? make()
    work = undefined
    const { done, value } = current.next()
    if (done) made = { value }
    else work = current
    return made
  }
  return {
    get: () => {
      let all = made
      while (!all) all = step()
      return all.value
    },
    *steps() {
      while (!(made ?? step())) yield
    },
  }
}
