/** Settings that start our server with that defect in it (see plant-defect.mjs). */
export function planting(
  defect:
    | 'limits counted by each process'
    | 'an event that stays in its process'
    | 'a worker without a log'
    | 'a disk error answered 500'
    | 'a draft left where it failed'
    | 'the row written before the file'
    | 'a slow body is waited for'
    | 'a standby kept as the leader'
    | 'the dead are never buried'
    | 'a live connection without a proof'
    | 'seats counted before the date is locked'
    | 'a list in the order of the clock'
    | 'a freed seat given twice'
    | 'a campaign that makes no way',
): Record<string, string> {
  const preload = new URL('./plant-defect.mjs', import.meta.url).href
  return { NODE_OPTIONS: `--max-semi-space-size=8 --import ${preload}`, PLANTED_DEFECT: defect }
}
