import { canWeakenDurability, readSetting } from '../../apps/server/src/bench/control.queries.ts'
import { createDatabase } from '../../apps/server/src/db/database.ts'
import { type Fault, holds } from './fault.ts'

const names = ['fsync', 'synchronous_commit', 'full_page_writes']

/** F03: a kill cannot reveal fsync=off, the page cache survives it: the settings are asked for, as the server's role. */
export const durability: Fault = {
  id: 'F03',
  title: 'durability settings',
  run: async ({ world }) => {
    const db = createDatabase({ url: world.url, size: 1 })
    try {
      const values = await Promise.all(names.map((name) => readSetting(db, name)))
      const said = names.map((name, index) => `${name}=${values[index]}`).join(' ')
      return {
        done: 'asked for',
        checks: [
          holds(
            said,
            values.every((value) => value === 'on'),
          ),
          holds('the server’s role cannot change them for good', !(await canWeakenDurability(db))),
          holds('control: the superuser could', await canWeakenDurability(world.db)),
        ],
      }
    } finally {
      await db.destroy()
    }
  },
}
