export { importIcons } from './import-icons.ts'
export { listServices } from './list-services.ts'
