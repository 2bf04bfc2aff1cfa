type Place = {
  latitude: number | null
  longitude: number | null
  address: string | null
  zipCode: string | null
  city: string | null
}

/** A route to the business on OpenStreetMap; without a point, a search of its address (P-019). */
export function directionsLink({ latitude, longitude, address, zipCode, city }: Place): string {
  if (latitude !== null && longitude !== null) {
    return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`
  }
  const place = [address, zipCode, city].filter(Boolean).join(' ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`
}
