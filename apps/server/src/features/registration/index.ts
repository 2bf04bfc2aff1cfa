export { importCities } from './register-company.ts'
