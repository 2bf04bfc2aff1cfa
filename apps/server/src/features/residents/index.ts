export { applyFollow } from './change-follow.ts'
export { findFollowed, forgetDevices, listDevices, saveDevice } from './residents.queries.ts'
