import { call } from './http-client.ts'

/** The median time of calls one after the other. */
export async function medianTime(base: string, path: string, token: string, count: number): Promise<number> {
  return medianOf(await burst(base, path, token, count, 1))
}

export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The times of calls one after the other, shortest first. */
export async function timesOf(base: string, path: string, token: string, count: number): Promise<number[]> {
  return (await burst(base, path, token, count, 1)).sort((one, other) => one - other)
}

/** The percentile of sorted times; `share` from 0 to 1. */
export function percentileOf(times: readonly number[], share: number): number {
  return times[Math.ceil(times.length * share) - 1] ?? 0
}

async function burst(base: string, path: string, token: string, count: number, connections: number): Promise<number[]> {
  const times: number[] = []
  let left = count
  const lane = async () => {
    while (left-- > 0) {
      const { status, milliseconds, body } = await call(base, 'GET', path, { token })
      if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 200)}`)
      times.push(milliseconds)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  return times
}
