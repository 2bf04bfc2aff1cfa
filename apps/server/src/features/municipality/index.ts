export { importIcons } from './import-icons.ts'
export { listServices } from './list-services.ts'
export { retireService } from './municipality.queries.ts'
