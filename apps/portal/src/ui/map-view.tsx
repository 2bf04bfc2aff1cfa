import { useNear } from '../lib/after-first-paint.ts'
import { useConfiguration } from '../lib/configuration.ts'
import { lazyWindow } from './lazy-window.tsx'
import type { MapViewProps } from './leaflet-map.tsx'
import { Skeleton } from './skeleton.tsx'

const LeafletMap = lazyWindow(
  () => import('./leaflet-map.tsx').then((it) => it.LeafletMap),
  ({ height }) => <Skeleton height={height} />,
)

/** A map with one pin. The map library is loaded when the map is nearly seen. */
export function MapView(props: MapViewProps) {
  const height = props.height ?? 280
  const tiles = useConfiguration()?.tilesUrl
  const { place, isNear } = useNear()
  return (
    <div ref={place} style={{ minHeight: height }}>
      {isNear ? <LeafletMap {...props} tiles={tiles} height={height} /> : null}
    </div>
  )
}
