export { importCities } from './import-cities.ts'
