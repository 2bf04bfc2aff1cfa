import { distanceKm, formatDistance } from '@parvis/domain/kernel/distance'

type Place = { latitude: number | null; longitude: number | null }

/** From the company to the instant, when both are on the map (I-105). */
export function distanceBetween(from: Place, to: Place): string | undefined {
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null)
    return undefined
  const [here, there] = [from, to].map(({ latitude, longitude }) => ({
    latitude: latitude ?? 0,
    longitude: longitude ?? 0,
  }))
  return here && there ? formatDistance(distanceKm(here, there)) : undefined
}
