/** The licence of open data, as every answer says it. */
export const openLicence = {
  name: 'Licence Ouverte 2.0',
  url: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence',
} as const

/** Whose data they are, for whoever uses them. */
export const creditOfTown = (name: string): string => `Parvis, ${name}`
export const creditOfAll = 'Parvis'

export const openFieldTexts = {
  cursor_expired: 'Ce curseur est trop ancien. Relisez depuis le début.',
} as const
