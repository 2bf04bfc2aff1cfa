/** The function, which computes each answer once; the answers kept are let go when there are `most`. */
export function memoised<Key, Answer>(most: number, find: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new Map<Key, Answer>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const found = find(key)
    if (answers.size >= most) answers.clear()
    answers.set(key, found)
    return found
  }
}

/** Makes a value at the first call and answers the same afterwards: what most processes, or most calls, never ask for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
