export { changeSuspension } from './suspend-company.ts'
