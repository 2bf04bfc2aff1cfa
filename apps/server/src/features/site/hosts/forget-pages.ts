import type { Db } from '../../../db/database.ts'
import type { Heard } from '../../../db/live-hub.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { actPath, findAct } from '../../acts/index.ts'
import { alertPath, findAlert } from '../../alerts/index.ts'
import { type Town, townOfCode } from '../../towns/index.ts'
import { listZipsOf } from '../instants.queries.ts'
import type { PageMemory } from './page-memory.ts'

/**
 * Removes the stale pages after a change: those of the business and of the towns where it shows. One query at a time:
 * changes that come meanwhile are gathered for the next one; an empty cache queries nothing.
 */
export function forgetting({ db, report }: Pick<Dependencies, 'db' | 'report'>, memory: PageMemory) {
  const changed = new Set<string>()
  let isAsking = false
  const forgetTowns = async () => {
    if (isAsking) return
    isAsking = true
    try {
      while (changed.size > 0) {
        const companies = [...changed]
        changed.clear()
        memory.drop(await listZipsOf(db, companies))
      }
    } catch (error) {
      report?.({ err: error }, 'pages of a town not renewed')
      changed.clear()
      memory.clear()
    } finally {
      isAsking = false
    }
  }
  return (heard: Heard, to: readonly string[]) => {
    if (heard === 'gap' || heard.topic === 'clock') return memory.clear()
    if (heard.topic === 'town') return memory.drop(to)
    if (!['company', 'instant', 'service'].includes(heard.topic)) return
    const companies = to.filter((audience) => audience.startsWith('company:')).map((audience) => audience.slice(8))
    memory.drop(companies.map((id) => `company:${id}`))
    if (memory.isEmpty) return
    for (const id of companies) changed.add(id)
    void forgetTowns()
  }
}

/**
 * The pages that are kept in the files after an act was posted, or an alert sent, corrected or ended: the town's, the list, the page
 * concerned with its evidence, and those that it replaces.
 */
export async function pathsToKeep(
  { db }: Pick<Dependencies, 'db'>,
  { id, to }: { id: string; to: readonly string[] },
): Promise<string[]> {
  const town = townOfCode(to.find((audience) => audience.startsWith('town:'))?.slice(5) ?? '')
  const [, kind, number] = /^(acte|alerte)-(\d+)$/.exec(id) ?? []
  if (!town || !kind) return []
  const home = `/${town.slug}`
  return [home, ...(kind === 'acte' ? await ofAct(db, town, Number(number)) : await ofAlert(db, town, Number(number)))]
}

async function ofAlert(db: Db, { slug }: Town, id: number): Promise<string[]> {
  const alert = await findAlert(db, id)
  const former = alert?.replaces ? await findAlert(db, alert.replaces) : undefined
  return [`/${slug}/alertes`, ...[alert, former].flatMap((one) => (one ? [alertPath(one)] : []))]
}

async function ofAct(db: Db, { slug, code }: Town, id: number): Promise<string[]> {
  const act = await findAct(db, code, id)
  const former = act?.supersedes ? await findAct(db, code, act.supersedes) : undefined
  const pages = [act, former].flatMap((one) => (one ? [actPath(one)] : []))
  const evidence = ['', '.txt', '.sig'].flatMap((end) => pages.map((path) => `${path}/attestation${end}`))
  return [`/${slug}/actes`, `/${slug}/actes/registre.txt`, ...pages, ...evidence]
}
