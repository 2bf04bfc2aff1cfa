import type { Coordinates } from '@parvis/domain/kernel/place'

export type AddressSuggestion = Coordinates & {
  /** The whole line shown: "12 Rue de Paris, 92110 Clichy". */
  label: string
  /** Number and street only. */
  address: string
  city: string
  zipCode: string
}

/** Address suggestions and coordinates. WGS84 degrees. */
export type Geocoder = {
  /**
   * Up to `limit` addresses for what was typed (3 characters at least, else none), near `zip` when given.
   * Throws GatewayFailure when the service does not answer: the caller says 503 and the person types by hand.
   */
  suggest(typed: string, zip: string | undefined, limit: number): Promise<AddressSuggestion[]>
  /** The best point of an address, undefined when the service knows none. Throws GatewayFailure as above. */
  geocode(address: string, city: string, zip: string): Promise<Coordinates | undefined>
}
