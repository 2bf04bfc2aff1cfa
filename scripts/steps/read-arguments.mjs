/**
 * The arguments of a command: `--help` prints the usage and exits 0, anything unknown prints one sentence and exits 2.
 * `options` maps a flag to 'flag' (no value) or 'value'; `rest: true` hands unknown arguments over untouched.
 */
export function readArguments(usage, options = {}, { rest = false } = {}) {
  const values = {}
  const others = []
  const given = process.argv.slice(2)
  for (let i = 0; i < given.length; i++) {
    const [name, inline] = splitOption(given[i])
    if (!rest && (name === 'help' || given[i] === '-h')) exitWith(usage, 0)
    else if (options[name] === 'flag' && inline === undefined) values[name] = true
    else if (options[name] === 'value') values[name] = inline ?? given[++i] ?? misuse(usage, `--${name} needs a value.`)
    else if (rest) others.push(given[i])
    else misuse(usage, `Unknown argument: ${given[i]}`)
  }
  return { ...values, rest: others }
}

export function misuse(usage, sentence) {
  process.stderr.write(`${sentence}\n\n${usage.trim()}\n`)
  process.exit(2)
}

function splitOption(argument) {
  if (!argument.startsWith('--')) return [undefined, undefined]
  const [name, ...value] = argument.slice(2).split('=')
  return [name, value.length > 0 ? value.join('=') : undefined]
}

function exitWith(text, code) {
  process.stdout.write(`${text.trim()}\n`)
  process.exit(code)
}
