/** An address as people read and type it: `parvis.fr/clichy-92110`. */
export const plainLink = (url: string): string => url.replace(/^https?:\/\//, '')
