import { maskedAddress } from '@parvis/domain/residents/letter'
import { awaitedText, refusedText } from '@parvis/domain/residents/letter.fr'
import type { LetterShown } from '@parvis/domain/site/private-page'
import { Temporal } from 'temporal-polyfill'
import { toInstant } from '../../../db/clock.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Resident } from '../../../http/actor.ts'
import { listLettersOf } from '../../notices/index.ts'
import { findLastPickup } from '../../orders/index.ts'
import { townOfSlug } from '../../towns/index.ts'
import { readMe } from '../residents/read-me.ts'
import { type AskedByResident, momentText, shell } from './private-shell.ts'
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
  if (!me.hasIdentity) return shell('Réglages', { kind: 'settings', settings: null })
  const { settings: chosen } = me
  const last = resident && (await findLastPickup(deps.db, resident.userId))
  return shell('Réglages', {
    kind: 'settings',
    settings: {
      follows: me.follows,
      ...chosen,
      dailyCap: chosen.dailyCap === null ? '' : String(chosen.dailyCap),
      pausedUntil: chosen.pausedUntil?.slice(0, 10) ?? '',
      firstName: me.firstName ?? '',
      phone: me.phone,
      town: townTyped(me.town),
      letter: me.letter && (await shownLetter(deps, resident)),
      lastPickup: last ? momentText(toInstant(last), now) : null,
      devices: me.devices.map(({ id, name, lastSeenAt, current }) => ({
        id,
        name,
        lastSeen: momentText(Temporal.Instant.from(lastSeenAt), now),
        isCurrent: current,
      })),
    },
  })
}

function townTyped(slug: string | null): string {
  const town = slug ? townOfSlug(slug) : undefined
  return town ? `${town.name} ${town.zip}` : ''
}
