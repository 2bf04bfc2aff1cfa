import { parisDay, writeParisIso } from '@parvis/domain/kernel/paris-time'
import {
  comingVersion,
  currentVersion,
  type LegalKind,
  type LegalVersion,
  legalKinds,
} from '@parvis/domain/legal/legal'
import { refusal } from '@parvis/domain/refusals'
import { readNow } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findLegalHtml, listAcceptancesOf, listVersions, ownsCompany, type PublishedVersion } from './legal.queries.ts'

/** The public legal facts of the settings, without missing ones, and the versions in effect. */
export async function readLegal({ db, config }: Pick<Dependencies, 'db' | 'config'>) {
  const { facts, accessibility } = config.legal
  const { versions, today } = await readVersions(db)
  const ofEach = (pick: typeof currentVersion) => {
    const of = (kind: LegalKind) => presentVersion(pick(ofKind(versions, kind), today))
    return { terms: of('terms'), privacy: of('privacy'), accessibility: of('accessibility') }
  }
  return { facts, accessibility, current: ofEach(currentVersion), coming: ofEach(comingVersion) }
}

/** A published text; without a version, the one in effect. 404 when there is none. */
export async function readLegalText(db: Db, kind: LegalKind, version: number | undefined) {
  const { versions: all, today } = await readVersions(db)
  const versions = ofKind(all, kind)
  const wanted =
    version === undefined ? currentVersion(versions, today) : versions.find((one) => one.version === version)
  const html = wanted && (await findLegalHtml(db, kind, wanted.version))
  if (!wanted || html === undefined) throw refusal('request.not_found')
  return { kind, ...writeVersion(wanted), html, versions: versions.map(presentPublished) }
}

/** The acceptances of a person; `pending`: the newest terms that an owner has not accepted. */
export async function listAcceptances({ db }: Pick<Dependencies, 'db'>, userId: number) {
  const { versions, today } = await readVersions(db)
  const accepted = await listAcceptancesOf(db, userId)
  const terms = ofKind(versions, 'terms')
  const coming = comingVersion(terms, today)
  const asked = coming ?? currentVersion(terms, today)
  const isOpen = asked && !accepted.some(({ kind, version }) => kind === 'terms' && version === asked.version)
  return {
    accepted: accepted.map(({ acceptedAt, ...row }) => ({ ...row, acceptedAt: writeParisIso(acceptedAt) })),
    pending:
      isOpen && (await ownsCompany(db, userId))
        ? { kind: 'terms' as const, ...writeVersion(asked), inEffect: coming === undefined }
        : null,
  }
}

/** For the team: each text with its versions, and what the settings and the texts still lack. */
export async function readLegalDesk({ db, config }: Pick<Dependencies, 'db' | 'config'>) {
  const { versions } = await readVersions(db)
  const texts = legalKinds.map((kind) => ({ kind, versions: ofKind(versions, kind).map(presentPublished) }))
  const unpublished = texts.filter((text) => text.versions.length === 0).map(({ kind }) => kind)
  return { missing: [...config.legal.missing, ...unpublished], texts }
}

async function readVersions(db: Db) {
  return { versions: await listVersions(db), today: parisDay(await readNow(db)) }
}

export const ofKind = (versions: readonly PublishedVersion[], kind: LegalKind): PublishedVersion[] =>
  versions.filter((one) => one.kind === kind)

const writeVersion = ({ version, effectiveOn }: LegalVersion) => ({ version, effectiveOn: effectiveOn.toString() })
const presentVersion = (one: LegalVersion | undefined) => (one ? writeVersion(one) : null)
export const presentPublished = (one: PublishedVersion) => ({
  ...writeVersion(one),
  publishedAt: writeParisIso(one.publishedAt),
})
