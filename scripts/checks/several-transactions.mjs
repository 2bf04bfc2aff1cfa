import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { readSources } from './house-rules.mjs'

const reasonsFile = 'scripts/checks/several-transactions.json'
const opensTransaction = new Set(['transaction', 'unitOfWork'])
/** Pages and hosts draw what was read: they change nothing. */
const useCases = /^apps\/server\/src\/features\/(?!site\/(pages|hosts|feeds)\/).*(?<!\.queries)\.ts$/
const writingSql = /insert into|delete from|\bupdate \w+\s+(\w+\s+)?set\b/i

/**
 * Check-then-act: a use case that reads, or commits, before the transaction in which it writes decides by what another call may have
 * changed meanwhile (TOCTOU). Each is listed with the reason why that is safe; one without a reason, and a reason without one, are
 * broken. Seen by syntax: what is given `db`, or an object that holds it, runs outside of a transaction; what is given `tx`, inside.
 * @param {string} root
 * @param {{ anywhere: Record<string, string[]>, useCases: Record<string, string[]> } | undefined} reasons
 */
export function brokenTransactions(root, reasons = readReasons(root)) {
  if (!reasons) return []
  const functions = readFunctions(readSources(root, ['apps/server']))
  const safe = new Set(Object.values(reasons.anywhere).flat())
  const given = Object.values(reasons.useCases).flat()
  const found = new Map()
  for (const one of functions.values()) {
    if (!useCases.test(one.file)) continue
    const steps = stepsOf(one, functions, safe)
    const last = steps.findLastIndex(({ writes }) => writes)
    if (last > 0) found.set(idOf(one), steps.slice(0, last + 1))
  }
  const missing = [...found].filter(([id]) => !given.includes(id))
  return [
    ...missing.map(
      ([id, steps]) =>
        `${id} several-transactions: ${steps.map(({ name }) => name).join(', then ')}: check and act in one transaction, or say in ${reasonsFile} why this is safe`,
    ),
    ...given.filter((id) => !found.has(id)).map((id) => `${id} is in ${reasonsFile} and needs no reason any more`),
  ]
}

// A planted tree without the products.
function readReasons(root) {
  const file = join(root, reasonsFile)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** `feature/function`. */
const idOf = ({ file, name }) => `${file.split('/')[4]}/${name}`

/** Every function of the server by its name, and by its file and name where two have the same. */
function readFunctions(sources) {
  const functions = new Map()
  for (const [file, text] of sources) {
    const isQuery = file.endsWith('.queries.ts')
    for (const { name, node, apart = new Set() } of topLevel(parseSync(text, { syntax: 'typescript' }))) {
      const writes = isQuery && writingSql.test(JSON.stringify(node).replaceAll('\\n', ' '))
      const one = { file, name, node, apart, isQuery, writes }
      functions.set(`${file} ${name}`, one)
      if (!functions.has(name)) functions.set(name, one)
    }
  }
  return functions
}

function* topLevel({ body }) {
  for (const item of body) {
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item
    if (declared.type === 'FunctionDeclaration') yield* handlersApart(declared.identifier.value, declared)
    if (declared.type === 'VariableDeclaration')
      for (const { id, init } of declared.declarations)
        if (init && id.type === 'Identifier') yield* handlersApart(id.value, init)
  }
}

/** The functions of an object (handlers of routes, `run` of a job) are use cases of their own. */
function* handlersApart(name, node) {
  const apart = new Map()
  walk(node, (one) => {
    const isHandler = one.type === 'KeyValueProperty' && /Function|Arrow/.test(one.value.type)
    if (isHandler) apart.set(one.value, `${name}.${one.key.value}`)
    return !isHandler
  })
  for (const [handler, of] of apart) yield { name: of, node: handler }
  yield { name, node, apart: new Set(apart.keys()) }
}

/** What a function does outside of an open transaction, in the order in which it is written. */
function stepsOf(one, functions, safe) {
  const stepOf = (callee, file) => {
    const name = callee.value ?? callee.property?.value
    if (opensTransaction.has(name)) return [{ name, writes: true }]
    const called = functions.get(`${file} ${name}`) ?? functions.get(name)
    if (!called || safe.has(name)) return []
    if (called.isQuery) return [{ name, writes: called.writes }]
    // Routes are bound once, when the server starts.
    if (called.file.startsWith('apps/server/src/http/')) return []
    const inside = stepsOf(called, functions, safe)
    return inside.length > 0 ? [{ name, writes: inside.some(({ writes }) => writes) }] : []
  }
  if (one.steps) return one.steps
  // Functions that call each other end here.
  one.steps = []
  const steps = []
  walk(one.node, (node) => {
    if (one.apart.has(node)) return false
    // `together(tx, (db) => …)` sends several statements of one transaction.
    if (node.callee?.value === 'together' && !holdsDatabase(node.arguments[0].expression)) return false
    if (node.type === 'CallExpression' && node.arguments.some(({ expression }) => holdsDatabase(expression)))
      steps.push(...stepOf(node.callee, one.file))
    return true
  })
  one.steps = steps
  return steps
}

function holdsDatabase(node) {
  if (node.type === 'Identifier') return node.value === 'db' || node.value === 'deps'
  if (node.type === 'MemberExpression') return node.property.value === 'db'
  if (node.type !== 'ObjectExpression') return false
  const named = (name) =>
    node.properties.find((property) => (property.value?.type ? property.key?.value : property.value) === name)
  const own = named('db')
  if (own) return own.type === 'Identifier' || holdsDatabase(own.value)
  return node.properties.some((property) => property.type === 'SpreadElement' && holdsDatabase(property.arguments))
}

/** Visits a syntax tree in the order of its text; `visit` says whether to go into a node. */
function walk(node, visit) {
  if (!node || typeof node !== 'object') return
  if (Array.isArray(node)) for (const one of node) walk(one, visit)
  else if (!node.type || visit(node))
    for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value, visit)
}
