import { lazy, Suspense } from 'react'
import { afterFirstPaint } from '../lib/after-first-paint.ts'
import type { MapViewProps } from './map-props.ts'
import { Skeleton } from './skeleton.tsx'

const LeafletMap = lazy(() =>
  afterFirstPaint(() => import('./leaflet-map.tsx')).then((it) => ({ default: it.LeafletMap })),
)

/** A map with one pin. The map library is loaded when the map is shown. */
export function MapView(props: MapViewProps) {
  const height = props.height ?? 280
  return (
    <Suspense fallback={<Skeleton height={height} />}>
      <LeafletMap {...props} height={height} />
    </Suspense>
  )
}
