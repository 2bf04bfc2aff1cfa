/** Makes a value at the first call and answers the same afterwards: what most processes, or most calls, never ask for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
