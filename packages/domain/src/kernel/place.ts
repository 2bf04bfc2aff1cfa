/** A user's or company's postal code: five digits as text, 01 to 98. */
export function isZip(zip: string): boolean {
  return /^(0[1-9]|[1-8][0-9]|9[0-8])[0-9]{3}$/.test(zip)
}

/** An instant's postal code, 00 to 98. */
export function isInstantZip(zip: string): boolean {
  return /^([0-8][0-9]|9[0-8])[0-9]{3}$/.test(zip)
}

/** Gives back the leading zeros that a number loses: `1000` → `01000`. Other texts come back trimmed. */
export function padZip(zip: string | number): string {
  const text = String(zip).trim()
  return /^[0-9]{3,4}$/.test(text) ? text.padStart(5, '0') : text
}

export type Coordinates = { latitude: number; longitude: number }

const earthRadiusKm = 6371

/** Great-circle distance in kilometres, Earth radius 6371 km. */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const latitude = radians(to.latitude - from.latitude)
  const longitude = radians(to.longitude - from.longitude)
  const a =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(a)))
}

/** `850 m` under one kilometre, else `1,2 km`. */
export function formatDistance(km: number): string {
  const metres = Math.round(km * 1000)
  return metres < 1000 ? `${metres} m` : `${km.toFixed(1).replace('.', ',')} km`
}

const mostDegrees: Coordinates = { latitude: 90, longitude: 180 }

/** The halves of a place that are wrong, NaN included: off the Earth, or given without the other half. */
export function wrongDegrees(place: { [Half in keyof Coordinates]?: number | undefined }): (keyof Coordinates)[] {
  const { latitude, longitude } = place
  const isAlone = latitude === undefined || longitude === undefined
  return (['latitude', 'longitude'] as const).filter((half) => {
    const degrees = place[half]
    return degrees !== undefined && (isAlone || !(Math.abs(degrees) <= mostDegrees[half]))
  })
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
