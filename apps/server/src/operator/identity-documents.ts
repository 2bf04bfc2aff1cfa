import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { audit } from '../db/audit.queries.ts'
import { listIdentityDocuments } from '../features/operator/index.ts'
import { readUuid } from './arguments.ts'
import { BadArgument, type Command, operatorActor } from './command.ts'

const leastReason = 5

/**
 * Copies the identity documents of a company, unsealed, into a folder of the operator's own, to be looked at and deleted.
 * Each reading is in the audit log with its reason (T11); the line is written before the first file.
 */
export const identityDocuments: Command = async ({ db, openDocuments }, [idText, folderText = '', reason = '']) => {
  const companyId = readUuid(idText)
  if (reason.trim().length < leastReason) throw new BadArgument('Indiquez le motif de la lecture, entre guillemets.')
  const documents = await listIdentityDocuments(db, companyId)
  if (documents.length === 0)
    throw new BadArgument(`Aucune pièce d’identité conservée pour l’établissement ${companyId}.`)

  const sealed = await openDocuments()
  await audit(db, {
    actor: operatorActor(),
    action: 'identity.view',
    object: `company:${companyId}`,
    details: { reason: reason.trim().slice(0, 200), sides: documents.map(({ side }) => side) },
  })
  const folder = resolve(folderText)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const { side, name } of documents) {
    const file = join(folder, `${companyId}-${labels[side]}.jpg`)
    await writeFile(file, await sealed.get(`identity/${name}`), { mode: 0o600 })
    written.push(file)
  }
  return [...written, 'Supprimez ces fichiers après lecture.']
}

const labels = { front: 'recto', back: 'verso' } as const
