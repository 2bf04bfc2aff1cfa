export { findFollowed, forgetDevices, listDevices } from './residents.queries.ts'
