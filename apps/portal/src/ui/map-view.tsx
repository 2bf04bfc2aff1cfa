import { lazy, Suspense } from 'react'
import { useNear, whenOnline } from '../lib/after-first-paint.ts'
import type { MapViewProps } from './leaflet-map.tsx'
import { Skeleton } from './skeleton.tsx'

const LeafletMap = lazy(() => whenOnline(() => import('./leaflet-map.tsx')).then((it) => ({ default: it.LeafletMap })))

/** A map with one pin. The map library is loaded when the map is nearly seen. */
export function MapView(props: MapViewProps) {
  const height = props.height ?? 280
  const { place, isNear } = useNear()
  return (
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={<Skeleton height={height} />}>
          <LeafletMap {...props} height={height} />
        </Suspense>
      ) : (
        <Skeleton height={height} />
      )}
    </div>
  )
}
