/** Digits of a sign-in code. */
const codeLength = 5

/** What the field of the code keeps of what was typed or pasted: no spaces, no more than the code's length. */
export function typedCode(text: string): string {
  return text.replace(/\s/g, '').slice(0, codeLength)
}

/** The code in what was pasted: itself, or the whole message that brought it. */
export const pastedCode = (text: string): string => typedCode(text.slice(text.lastIndexOf(':') + 1))

/** The fault of a typed code before it is sent; each screen has its own sentence for it. */
export function codeFault(code: string): 'empty' | 'length' | undefined {
  if (code === '') return 'empty'
  return [...code].length === codeLength ? undefined : 'length'
}
