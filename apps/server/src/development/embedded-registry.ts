import { communeOfSiren } from '../gateways/geocoder/communes.ts'
import type { Registry, RegistryEntry } from '../gateways/registry/registry.ts'

/** Knows the demonstration town and every town hall of France; any other number is simply unknown. */
export function createEmbeddedRegistry(): Registry {
  return {
    lookUp: async (code) => demonstrationDirectory[code] ?? bySiren(code) ?? townHall(code),
  }
}

/** The nine digits alone give the head office. */
function bySiren(code: string): RegistryEntry | undefined {
  if (code.length !== 9) return undefined
  const siret = Object.keys(demonstrationDirectory).find((known) => known.startsWith(code))
  return siret === undefined ? undefined : demonstrationDirectory[siret]
}

function townHall(code: string): RegistryEntry | undefined {
  const commune = /^\d{9}(\d{5})?$/.test(code) ? communeOfSiren(code.slice(0, 9)) : undefined
  const zipCode = commune?.zipCodes[0]
  if (commune === undefined || zipCode === undefined) return undefined
  const hall = { name: `Mairie de ${commune.name}`, address: 'Hôtel de Ville', naf: '84.11Z', legalCategory: '7210' }
  return { ...hall, zipCode, city: commune.name }
}

/**
 * Invented businesses of the demonstration town. The SIREN prefix 9999 is not attributed; every number passes the
 * sums of a real one (9 and 14 digits). Names are fictitious.
 * @internal
 */
export const demonstrationDirectory: Readonly<Record<string, RegistryEntry>> = {
  '99990000400014': clichy('Boulangerie des Lilas', '12 Rue de Paris', '10.71C'),
  '99990001200017': clichy('Fleurs de la Mairie', '4 Place des Martyrs', '47.76Z'),
  '99990002000010': clichy('Le Bar du Parvis', '38 Boulevard Jean Jaurès', '56.30Z'),
  '99990003800012': clichy('Salon Mèche Rebelle', '21 Rue Martre', '96.02A'),
  '99990004600015': clichy('Librairie La Page Blanche', '7 Rue Villeneuve', '47.61Z'),
  '99990005300011': clichy('Fromagerie Beauséjour', '55 Boulevard Jean Jaurès', '47.29Z'),
  '99990006100014': clichy('Pharmacie du Landy', '16 Rue du Landy', '47.73Z'),
  '99990007900016': clichy('Cycles Martre', '90 Rue Martre', '47.64Z'),
  '99990008700019': clichy('Plomberie Seine Nord', '3 Quai de Clichy', '43.22A'),
  '99990009500012': clichy('Atelier Numérique Clichois', '24 Rue Villeneuve', '62.01Z'),
  '99990010300014': clichy('Clichy Basket Amical', '12 Rue Pierre Bérégovoy', '93.12Z'),
  '99990011100017': paris('Épicerie des Batignolles', '41 Rue des Batignolles', '75017', '47.11B'),
  '99990012900019': paris('Restaurant Chez Lucette', '18 Rue de Lévis', '75017', '56.10A'),
  '99990013700012': paris('Boucherie du Commerce', '60 Rue du Commerce', '75015', '47.22Z'),
  '99990014500015': paris('Institut Peau Douce', '9 Rue Oberkampf', '75011', '96.02B'),
  '99990015200011': paris('Librairie Les Heures Claires', '64 Rue Oberkampf', '75011', '47.61Z'),
  '99990016000014': paris('Cycles du Petit Plateau', '23 Rue Saint-Maur', '75011', '95.29Z'),
  '99990017800016': paris('La Table de Lucienne', '88 Rue de Charonne', '75011', '56.10A'),
  '99990018600019': paris('Cabinet Popincourt Comptes', '31 Avenue Parmentier', '75011', '69.20Z'),
  '99990019400013': paris('Mairie du 11e arrondissement', '12 Place Léon Blum', '75011', '84.11Z'),
  W922000017: clichy('Les Jardins partagés de Clichy', '8 Rue du Docteur Roux', '94.99Z'),
  W922000025: clichy('Chorale du Parvis', '3 Rue Martre', '94.99Z'),
  W751000041: paris('Les Cuivres de Popincourt', '15 Rue de la Roquette', '75011', '94.99Z'),
  W751000033: paris('Bricoleurs solidaires', '27 Rue de la Jonquière', '75017', '94.99Z'),
}

function clichy(name: string, address: string, naf: string): RegistryEntry {
  return { name, address, zipCode: '92110', city: 'Clichy', naf, legalCategory: legalCategoryOf(naf) }
}

function paris(name: string, address: string, zipCode: string, naf: string): RegistryEntry {
  return { name, address, zipCode, city: 'Paris', naf, legalCategory: legalCategoryOf(naf) }
}

/** Town halls are communes, clubs and choirs associations, the others limited companies. */
function legalCategoryOf(naf: string): string {
  if (naf === '84.11Z') return '7210'
  return naf === '94.99Z' || naf === '93.12Z' ? '9220' : '5499'
}
