export { retireService } from './municipality.queries.ts'
export { importIcons, listServices } from './services.ts'
