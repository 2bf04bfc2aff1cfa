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
