/** Counted codes of a company, and characters of a code's name. */
export const maxCodes = 20
export const maxCodeLabel = 40

export type CityApp = { link: string; logo: string }
export type CityApps = { 92110: CityApp; default: CityApp }

/** The app of the company's city: its own for 92110, that of Paris for any other zip. */
export function cityAppOf(apps: CityApps, zipCode: string | null): CityApp {
  return zipCode === '92110' ? apps[92110] : apps.default
}
