import { ensureInstalled } from './steps/ensure-installed.mjs'
import { ensureNode } from './steps/ensure-node.mjs'
import { readArguments } from './steps/read-arguments.mjs'

readArguments(`
Usage: npm run routes

Lists every call of the API: method, path, who may make it. The authorization matrix test calls each as every kind of person.
`)

ensureInstalled()
await ensureNode()

const { api } = await import('@parvis/domain/api')
const { developmentContract } = await import('../apps/server/src/development/index.ts')
const routes = [...Object.values(api), developmentContract]
  .flatMap((contract) => Object.values(contract))
  .map(({ call, access }) => {
    const [method, path] = call.split(' ')
    return [path, method, mayCall(access), path.startsWith('/v1/dev/') ? 'development only' : '']
  })
  .toSorted(([one, by], [other, to]) => `${one} ${by}`.localeCompare(`${other} ${to}`, 'en'))
const width = Math.max(...routes.map(([path]) => path.length))
const lines = routes.map(([path, method, who, note]) =>
  `${method.padEnd(6)} ${path.padEnd(width)}  ${[who, note].filter(Boolean).join(', ')}`.trimEnd(),
)
// EPIPE: a reader such as head closed the pipe; the work is done.
process.stdout.on('error', () => process.exit(0))
process.stdout.write(`${lines.join('\n')}\n${routes.length} routes\n`)

/** An access of the contract, in words (packages/domain/src/kernel/contract.ts). */
function mayCall(access) {
  if (typeof access === 'string') return access
  const role = access.atLeast ? `, ${access.atLeast} at least` : ''
  if ('through' in access) return `whoever has that ${access.through}${role}`
  const company = access.type ? `the ${access.type}` : 'the company'
  return `member of ${company} at ${access.company}${role}${access.orSuperAdmin ? ', or super-admin' : ''}`
}
