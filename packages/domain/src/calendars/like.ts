import { wordsIn } from '../kernel/text.ts'

const leastLetters = 3

/** Whether two titles seem to name one event: two thirds of the words of the shorter one are in the other (N-023). */
export function isLikeTitle(one: string, other: string): boolean {
  const [short = [], long = []] = [one, other]
    .map((title) => [...new Set(wordsIn(title).filter((word) => word.length >= leastLetters))])
    .sort((a, b) => a.length - b.length)
  const shared = short.filter((word) => long.includes(word)).length
  return short.length > 0 && shared * 3 >= short.length * 2
}
