export { applyFollow } from './change-follow.ts'
export { forgetDevices, listDevices, saveDevice } from './residents.queries.ts'
