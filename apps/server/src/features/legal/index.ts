export { readLegalText } from './read-legal.ts'
