import { writeEvidence } from '../kernel/evidence.ts'

/** What every record of the register of a commune says first. `rank`: from 1 in the commune, without gap. */
export type RecordHead = {
  /** INSEE code and name. */
  commune: string
  siret: string
  actId: number
  rank: number
}

/** The chain: SHA-256 of the text of the former rank, 64 zeros at the first. `key`: the name of the key that signs. */
export type RecordEnd = { precedent: string; key: string }

export type AttestedAct = RecordHead & {
  kind: string
  number: string | null
  actDate: string
  /** ISO 8601 with seconds and the Paris offset. */
  postedAt: string
  bytes: number
  sha256: string
  supersedes: number | null
}

/** The attestation of an act: no title and no person, so that it may be kept for good. */
export const writeAttestation = (act: AttestedAct, { precedent, key }: RecordEnd): string =>
  writeEvidence('parvis-attestation-1', [
    ...headOf(act),
    ['nature', act.kind],
    ['numero', act.number],
    ['date', act.actDate],
    ['mise-en-ligne', act.postedAt],
    ['octets', act.bytes],
    ['sha256', act.sha256],
    ['remplace', act.supersedes],
    ['precedent', precedent],
    ['cle', key],
  ])

/** A withdrawal, or the operator's restoration; the reason is in it by its hash, since it may name somebody. */
export type RecordedChange = RecordHead & {
  change: 'withdrawn' | 'restored'
  at: string
  sha256: string
  reasonSha256: string
}

const changeForms = { withdrawn: 'parvis-retrait-1', restored: 'parvis-remise-1' } as const

export const writeActChange = (change: RecordedChange, { precedent, key }: RecordEnd): string =>
  writeEvidence(changeForms[change.change], [
    ...headOf(change),
    ['le', change.at],
    ['sha256', change.sha256],
    ['sha256-motif', change.reasonSha256],
    ['precedent', precedent],
    ['cle', key],
  ])

const headOf = ({ commune, siret, actId, rank }: RecordHead): [string, string | number][] => [
  ['commune', commune],
  ['siret', siret],
  ['acte', actId],
  ['rang', rank],
]
