import type { RecordEnd, RecordHead } from '@parvis/domain/acts/attestation'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../db/database.ts'
import { evidenceSigner } from '../../signing-keys.queries.ts'
import { townOfCode } from '../towns/index.ts'
import { type ActRecord, findLastRecord, insertRecord } from './act-records.queries.ts'
import { sha256OfText } from './read-pdf.ts'

const noRecord = '0'.repeat(64)

type Recorded = Pick<ActRecord, 'town' | 'actId' | 'change'> & {
  siret: string
  write: (head: RecordHead, end: RecordEnd) => string
}

/**
 * Adds one signed record to the register of a commune, in the transaction of what it tells: its rank follows the last one, its
 * text holds the hash of the last text. Answers the rank.
 */
export async function recordAct(
  tx: Transaction,
  config: Pick<Config, 'secretKey' | 'signingPrivateKey'>,
  { town, actId, change, siret, write }: Recorded,
): Promise<number> {
  const signer = await evidenceSigner(tx, config)
  const last = await findLastRecord(tx, town)
  const rank = (last?.rank ?? 0) + 1
  const head = { commune: `${town} ${townOfCode(town)?.name ?? ''}`, siret, actId, rank }
  const text = write(head, { precedent: last ? sha256OfText(last.text) : noRecord, key: signer.id })
  await insertRecord(tx, { town, rank, actId, change, text, signature: signer.sign(text) })
  return rank
}
