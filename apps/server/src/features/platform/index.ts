export { readConfiguration } from './read-configuration.ts'
