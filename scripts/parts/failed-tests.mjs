import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../steps/root.mjs'

/** @typedef {{ file: string, title: string, message?: string }} Failure */

/** The failed tests of vitest's JSON report; a file that could not be loaded counts as one. */
export function failedInVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [{ file, title: '', message }]
    return failed.map(({ fullName, failureMessages }) => ({ file, title: fullName, message: failureMessages[0] }))
  })
}

/** The failed journeys of playwright's JSON report, and what broke outside of them. */
export function failedInPlaywright({ suites, errors }) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]
  const failed = suites.flatMap(specs).filter(({ ok }) => !ok)
  const messageOf = ({ tests }) => tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message
  return [
    ...failed.map((spec) => ({ file: `e2e/${spec.file}`, title: spec.title, message: messageOf(spec) })),
    ...errors.map(({ message }) => ({ file: 'e2e', title: '', message })),
  ]
}

/** The failed tests that node:test lists at the end of its report "spec". */
export function failedInNodeTest(file, output) {
  const [, list = ''] = output.split('✖ failing tests:')
  const found = list.matchAll(/^✖ (.+?)(?: \([\d.]+ms\))?\n([^✖]*)/gm)
  return [...found].map(([, title, message]) => ({ file, title, message }))
}

/** The failed checks that npm run check prints. */
export function failedChecks(output) {
  const found = output.matchAll(/^✗ (.+)\n([^✗]*)/gm)
  return [...found].map(([, title, message]) => ({ file: 'npm run check', title, message }))
}

/**
 * Each failure with the first lines of its message, in about `room` lines: the fewer failures, the more of each.
 * @param {Failure[]} failures
 * @returns {string[]}
 */
export function listFailures(failures, room = 40) {
  const linesEach = Math.min(5, Math.max(0, Math.floor(room / failures.length) - 1))
  const listed = failures.slice(0, room).flatMap(({ file, title, message }) => {
    const lines = stripVTControlCharacters(message ?? '').split('\n')
    const told = lines.filter((line) => line.trim() !== '').slice(0, linesEach)
    return [`✗ ${file} › ${title}`, ...told.map((line) => `    ${line.trim()}`)].map((line) => line.slice(0, 240))
  })
  return failures.length > room ? [...listed, `… and ${failures.length - room} more`] : listed
}
