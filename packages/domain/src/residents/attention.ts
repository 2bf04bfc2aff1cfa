/** How a resident wants to hear of one business: at once, in the evening's summary, or not at all (W-034). */
export const followModes = ['now', 'digest', 'none'] as const
export type FollowMode = (typeof followModes)[number]
