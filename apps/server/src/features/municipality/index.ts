export { importIcons } from './icons.ts'
export { retireService } from './municipality.queries.ts'
export { listServices } from './services.ts'
