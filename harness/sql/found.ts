import { columnOf, type Db } from '../../apps/server/src/db/database.ts'

/** The value of a statement of one row and one column, which must be there: a test fails where it is not. */
export const foundCell =
  <Value>(db: Db) =>
  async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Value> => {
    const [value] = await columnOf<Value>(db)(text, ...values)
    if (value === undefined) throw new Error(`no row: ${text.join('…')}`)
    return value
  }
