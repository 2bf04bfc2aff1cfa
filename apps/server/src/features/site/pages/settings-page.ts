import { maskedAddress } from '@parvis/domain/residents/letter'
import { awaitedText, refusedText } from '@parvis/domain/residents/letter.fr'
import type { LetterShown } from '@parvis/domain/site/private-page'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import { listLettersOf } from '../../notices/index.ts'
import { findLastPickup } from '../../orders/index.ts'
import { townOfSlug } from '../../towns/index.ts'
import { readMe } from '../residents/read-me.ts'
import { type AskedByResident, shell } from './private-shell.ts'
import type { PageRead } from './reading.ts'

/** The letter that serves, and beside it what is awaited or was refused. */
async function shownLetter({ db }: Dependencies, resident: Resident | undefined): Promise<LetterShown | null> {
  const [letter, ...others] = resident ? await listLettersOf(db, resident.userId) : []
  if (!letter) return null
  const awaited = [letter, ...others].find(({ state }) => state === 'waiting')
  const sentence = awaited
    ? awaitedText(maskedAddress(awaited.address))
    : letter.state === 'refused'
      ? refusedText(maskedAddress(letter.address))
      : null
  return { email: maskedAddress(letter.address), rhythm: letter.rhythm, sentence }
}

export async function settings({ deps, resident, now }: AskedByResident): Promise<PageRead> {
  const me = await readMe(deps, resident)
  const last = resident && (await findLastPickup(deps.db, resident.userId))
  return shell('Réglages', {
    kind: 'settings',
    now: now.epochMilliseconds,
    me,
    letter: await shownLetter(deps, resident),
    town: me.hasIdentity ? townTyped(me.town) : '',
    lastPickup: last?.getTime() ?? null,
  })
}

function townTyped(slug: string | null): string {
  const town = slug ? townOfSlug(slug) : undefined
  return town ? `${town.name} ${town.zip}` : ''
}
