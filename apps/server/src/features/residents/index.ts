export { addAct } from './acts.queries.ts'
export { changeFollow } from './change-follow.ts'
export { forgetDevices, keepFirstTown, listDevices, saveDevice } from './residents.queries.ts'
