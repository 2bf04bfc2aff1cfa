import 'leaflet/dist/leaflet.css'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { divIcon, type LatLngExpression, type Map as Leaflet, type Marker, map, marker, tileLayer } from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './leaflet-map.module.css'

/** Paris, when there is no position yet; zooms of AMB-49. */
const defaultCentre: Position = { latitude: 48.8566, longitude: 2.3522 }
const zoomOnPin = 16
const zoomWithoutPin = 17

type LeafletMapProps = MapViewProps & {
  height: number
  /** Address of the tiles, `{z}` `{x}` `{y}`; a plain background without. */
  tiles: string | null | undefined
}

export function LeafletMap({ position, label, onMove, tiles, height }: LeafletMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const leaflet = useRef<Leaflet | null>(null)
  const pin = useRef<Marker | null>(null)
  const [zoom, setZoom] = useState(position ? zoomOnPin : zoomWithoutPin)
  const canMove = onMove !== undefined
  const move = useEffectEvent((to: Position) => onMove?.(to))

  useEffect(() => {
    if (!container.current) return
    // Its own buttons and credits are HTML texts, which the content policy refuses: ours are below.
    const made = map(container.current, { zoomControl: false, attributionControl: false, scrollWheelZoom: false })
    made.setView(pointOf(defaultCentre), zoomWithoutPin)
    made.on('zoomend', () => setZoom(made.getZoom()))
    if (tiles) tileLayer(tiles, { maxZoom: 19 }).addTo(made)
    leaflet.current = made
    return () => {
      made.remove()
      leaflet.current = null
      pin.current = null
    }
  }, [tiles])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new map (other tiles) needs its pin again
  useEffect(() => {
    const made = leaflet.current
    if (!made) return
    if (!position) {
      pin.current?.remove()
      pin.current = null
      return
    }
    if (pin.current) {
      pin.current.setLatLng(pointOf(position))
      made.panTo(pointOf(position))
      return
    }
    pin.current = addPin(made, position, label, canMove ? (to) => move(to) : undefined)
    made.setView(pointOf(position), zoomOnPin)
  }, [position?.latitude, position?.longitude, canMove, tiles])

  return (
    <div
      className={styles.map}
      data-zoom={zoom}
      data-latitude={(position ?? defaultCentre).latitude}
      data-longitude={(position ?? defaultCentre).longitude}
      data-tiles={tiles ? true : undefined}
    >
      <div ref={container} style={{ height }} role="application" aria-label={`Carte\u00a0: ${label}`} />
      <div className={`box ${styles.zoom}`}>
        <button type="button" aria-label="Zoomer" onClick={() => leaflet.current?.zoomIn()}>
          <IconPlus size={20} aria-hidden="true" />
        </button>
        <button type="button" aria-label="Dézoomer" onClick={() => leaflet.current?.zoomOut()}>
          <IconMinus size={20} aria-hidden="true" />
        </button>
      </div>
      {tiles?.includes('geopf') ? <p className={styles.credits}>© IGN</p> : null}
      {canMove ? (
        <p className={`ruled small soft ${styles.help}`}>
          Déplacez l’épingle à la souris, au doigt, ou avec les flèches du clavier.
        </p>
      ) : null}
    </div>
  )
}

const pointOf = ({ latitude, longitude }: Position): LatLngExpression => [latitude, longitude]
const steps: Record<string, [number, number]> = {
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
}

function addPin(made: Leaflet, position: Position, label: string, onMove?: (to: Position) => void): Marker {
  const drawing = document.createElement('span')
  drawing.className = styles.pin ?? ''
  const icon = divIcon({ html: drawing, className: styles.place ?? '', iconSize: [44, 52], iconAnchor: [22, 48] })
  const added = marker(pointOf(position), { icon, draggable: onMove !== undefined, alt: label, title: label })
  const tell = () => {
    const { lat, lng } = added.getLatLng()
    onMove?.({ latitude: lat, longitude: lng })
  }
  added.addTo(made).on('dragend', tell)
  added.getElement()?.setAttribute('aria-label', `Épingle\u00a0: ${label}`)
  if (!onMove) return added
  added.getElement()?.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    added.setLatLng(made.containerPointToLatLng(made.latLngToContainerPoint(added.getLatLng()).add(step)))
    tell()
  })
  return added
}

type Position = { latitude: number; longitude: number }

export type MapViewProps = {
  position: Position | null
  /** What the pin stands for, for screen readers. */
  label: string
  /** When given, the pin can be dragged, or moved with the arrow keys. */
  onMove?: (position: Position) => void
  height?: number
}
