import type { defects } from './plant-defect.mjs'

export type Defect = keyof typeof defects

/** Settings that start our server with that defect in it (see plant-defect.mjs). */
export function planting(defect: Defect): Record<string, string> {
  const preload = new URL('./plant-defect.mjs', import.meta.url).href
  return { NODE_OPTIONS: `--max-semi-space-size=8 --import ${preload}`, PLANTED_DEFECT: defect }
}
