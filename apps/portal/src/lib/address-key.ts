type Place = { address: string; city: string; zipCode: string }

/** A point on the map, and the address it belongs to, as `addressKeyOf` writes it. */
export type LocatedPoint = { latitude: number; longitude: number; of: string | undefined }

/** The point to send with an address: that of a former one is left out, and the server looks the new one up (E-063, I-078). */
export function pointFor(
  place: Place,
  point: LocatedPoint | null,
): { latitude: number; longitude: number } | undefined {
  if (!point || point.of !== addressKeyOf(place)) return undefined
  return { latitude: point.latitude, longitude: point.longitude }
}

/** An address as one text, to look it up and to know it again; undefined until street, city and a zip of five are there. */
export function addressKeyOf({ address, city, zipCode }: Place): string | undefined {
  const parts = [address.trim(), city.trim(), zipCode.trim()] as const
  return parts[0] !== '' && parts[1] !== '' && parts[2].length === 5 ? JSON.stringify(parts) : undefined
}
