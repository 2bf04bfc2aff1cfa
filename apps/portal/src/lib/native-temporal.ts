import type { Temporal as TemporalOfPolyfill } from 'temporal-polyfill'

const { Temporal: own } = globalThis as { Temporal?: typeof TemporalOfPolyfill }

/** The browser's own Temporal; its polyfill, a sixth of a page's scripts, only where it has none (decision 0017). */
export const Temporal = own ?? (await import('temporal-polyfill/implementation')).Temporal
