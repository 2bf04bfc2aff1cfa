export { applyFollow } from './change-follow.ts'
export { findFollowed, forgetDevices, hasDevices, listDevices, saveDevice } from './residents.queries.ts'
