/**
 * The arguments of a command: `--help` prints the usage and exits 0, anything unknown prints one sentence and exits 2.
 * `options` lists what else is known: { area: 'value' } reads `--area A` and `--area=A`, { long: 'flag' } reads `--long` as 'yes'.
 * @param {string} usage
 * @param {Record<string, 'value' | 'flag'>} options
 * @returns {Record<string, string | undefined>}
 */
export function readArguments(usage, options = {}) {
  /** @type {Record<string, string | undefined>} */
  const values = {}
  const given = process.argv.slice(2)
  while (given.length > 0) {
    const argument = given.shift()
    const [name, inline] = splitOption(argument)
    if (name === 'help' || argument === '-h') exitWith(usage, 0)
    if (options[name] === 'flag' && inline === undefined) {
      values[name] = 'yes'
      continue
    }
    if (options[name] !== 'value') misuse(usage, `Unknown argument: ${argument}`)
    values[name] = inline ?? given.shift() ?? misuse(usage, `--${name} needs a value.`)
  }
  return values
}

/** One sentence on what was wrong, the usage, exit code 2. */
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
