export { importIcons } from './import-icons.ts'
