export { findFollowed, forgetDevices, hasDevices, listDevices } from './residents.queries.ts'
