export { findProfile } from './access.queries.ts'
