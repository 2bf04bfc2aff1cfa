import { createDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { canWeakenDurability, forgetDurability, readSetting } from '../sql/control.ts'
import { type Check, type Fault, holds, planted } from './fault.ts'

const names = ['fsync', 'synchronous_commit', 'full_page_writes']

/** F03: a kill cannot reveal fsync=off, the page cache survives it: the settings are asked for, as the server's role. */
export const durability: Fault = {
  id: 'F03',
  title: 'durability settings',
  run: async ({ testbed }) => {
    await using db = createDatabase({ url: testbed.url, size: 1 })
    const settings = await judgeSettings(db)
    const ofRole = judgeRole(await canWeakenDurability(db))
    await forgetDurability(db)
    return {
      done: 'asked for',
      checks: [settings, ofRole],
      controls: [
        planted('synchronous_commit=off', [await judgeSettings(db)]),
        planted('a role that may change the server', [judgeRole(await canWeakenDurability(testbed.db))]),
      ],
    }
  },
}

async function judgeSettings(db: Database): Promise<Check> {
  const values = await Promise.all(names.map((name) => readSetting(db, name)))
  const said = names.map((name, index) => `${name}=${values[index]}`).join(' ')
  return holds(
    said,
    values.every((value) => value === 'on'),
  )
}

function judgeRole(canWeaken: boolean): Check {
  return holds('the server’s role cannot change them for good', !canWeaken)
}
