import { lazy, Suspense } from 'react'
import { Skeleton } from './skeleton.tsx'

export type Position = { latitude: number; longitude: number }

export type MapViewProps = {
  position: Position | null
  /** What the pin stands for, for screen readers. */
  label: string
  /** When given, the pin can be dragged, or moved with the arrow keys. */
  onMove?: (position: Position) => void
  /** Address of the tiles, `{z}` `{x}` `{y}`; a plain background without. */
  tiles?: string | null | undefined
  height?: number
}

const LeafletMap = lazy(() => import('./leaflet-map.tsx').then((it) => ({ default: it.LeafletMap })))

/** A map with one pin. The map library is loaded when the map is shown. */
export function MapView(props: MapViewProps) {
  const height = props.height ?? 280
  return (
    <Suspense fallback={<Skeleton height={height} />}>
      <LeafletMap {...props} height={height} />
    </Suspense>
  )
}
