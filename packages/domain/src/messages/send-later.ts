export type ScheduledState = 'waiting' | 'sent' | 'held'
/** Why it did not leave. */
export type HeldReason = 'blocked' | 'plan' | 'suspended' | 'answered'
