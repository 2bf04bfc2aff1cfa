import { availableParallelism, loadavg } from 'node:os'
import type { Testbed } from '../bench/parts/testbed.ts'

/** A case of trust.md section 4: the fault, and what must hold nevertheless. */
export type Fault = {
  id: string
  title: string
  /** Why this machine cannot play it, when it cannot: nothing is shown then. */
  misses?: () => string | undefined
  /** Only played before a delivery, or when it is asked for by its id. */
  isLong?: true
  /** `part` names one of its parts, where it has some: only that one is played. */
  run(context: { testbed: Testbed; long: boolean; part?: string | undefined }): Promise<Outcome>
}

export type Outcome = {
  done: string
  /** Milliseconds until the product answered again, one per blow. */
  recoveries?: number[]
  checks: Check[]
  /** Planted defects that must turn this case red; at least one. */
  controls: Control[]
}

/** What one part of a case showed. */
export type Part = Omit<Outcome, 'done'>

export function together(done: string, parts: readonly Part[]): Outcome {
  const recoveries = parts.flatMap((part) => part.recoveries ?? [])
  return {
    done,
    recoveries,
    checks: parts.flatMap(({ checks }) => checks),
    controls: parts.flatMap(({ controls }) => controls),
  }
}

/** A planted defect, and whether the case's own checks detected it (G33). */
export type Control = { defect: string; caught: boolean }

/** `broken` fails the run. `slow` exceeds a target within what the machine's load may explain: reported only. */
export type Check = { what: string; verdict: 'holds' | 'slow' | 'broken' }

export function holds(what: string, isTrue: boolean): Check {
  return { what, verdict: isTrue ? 'holds' : 'broken' }
}

/** A time against its target of trust.md, set for an idle machine: broken at three times, more when others use the cores. */
export function within(what: string, milliseconds: number, target: number): Check {
  const share = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  const verdict = milliseconds <= target ? 'holds' : milliseconds <= target * 3 * share ? 'slow' : 'broken'
  return { what: `${what} ${seconds(milliseconds)} (target ${seconds(target)})`, verdict }
}

/** The verdict of the case's own checks on a planted defect: only `broken` counts, `slow` proves nothing. */
export function planted(defect: string, checks: readonly Check[]): Control {
  return { defect, caught: worst(checks) === 'broken' }
}

export function worst(checks: readonly Check[]): Check['verdict'] {
  const found = new Set(checks.map(({ verdict }) => verdict))
  return found.has('broken') ? 'broken' : found.has('slow') ? 'slow' : 'holds'
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
