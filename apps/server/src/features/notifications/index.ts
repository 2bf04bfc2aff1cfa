export { attentionColumns, type StoredAttention, settingsOf } from './attention.queries.ts'
export { enqueueFanOut, pushFanOut, sendPushes } from './push-fan-out.ts'
export { countPushes, listPushTroubles, type PushTrouble } from './push-tasks.queries.ts'
export { pushTasks } from './push-tasks.ts'
