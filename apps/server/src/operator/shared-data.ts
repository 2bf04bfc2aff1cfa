import { readFile } from 'node:fs/promises'
import { fieldTexts } from '@parvis/domain/field-texts.fr'
import { legalKindLabels, legalKinds } from '@parvis/domain/legal/legal'
import { legalContract } from '@parvis/domain/legal/legal.contract'
import { Refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import { audit } from '../audit.queries.ts'
import { publishLegal } from '../features/legal/publish-legal.ts'
import { importIcons as writeIcons } from '../features/municipality/index.ts'
import { importCities as writeCities } from '../features/registration/index.ts'
import { BadArgument, type Command, operatorActor, readChoice } from './command.ts'

/** Publishes the HTML of a file as the next version of a text, in effect from that day. */
export const publishLegalFile: Command = async ({ db }, [kindText, file = '', day = '']) => {
  const kind = readChoice(kindText, legalKinds)
  const html = await readFile(file, 'utf8').catch(() => {
    throw new BadArgument(`Le fichier ${file} ne peut pas être lu.`)
  })
  const typed = legalContract.publishLegal.body.safeParse({ kind, effectiveOn: day, html })
  if (!typed.success) {
    const isDay = typed.error.issues.some(({ path }) => path[0] === 'effectiveOn')
    throw new BadArgument(
      isDay ? `« ${day} » n’est pas un jour comme 2026-12-01.` : 'Le fichier est vide ou trop long.',
    )
  }
  try {
    const versions = await transaction(db, (tx) => publishLegal(tx, typed.data, operatorActor()))
    return [`${legalKindLabels[kind]} : version ${versions.length}, en vigueur le ${day}.`]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const key = Object.values(error.extras.fields ?? {})[0] ?? ''
    throw new BadArgument(`${fieldTexts[key] ?? 'Le fichier ne contient aucun texte'}.`)
  }
}

/** Brings the city list to the communes shipped with this version. */
export const importCitiesCommand: Command = async ({ db }) => {
  const count = await writeCities(db)
  await audit(db, { actor: operatorActor(), action: 'cities.import', object: 'cities', details: { count } })
  return [`${count} villes importées.`]
}

/** Brings the icons of municipal services to those shipped with this version. */
export const importIconsCommand: Command = async ({ db }) => {
  const count = await writeIcons(db)
  await audit(db, { actor: operatorActor(), action: 'icons.import', object: 'icons', details: { count } })
  return [`${count} icônes importées.`]
}
