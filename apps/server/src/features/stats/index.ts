export { countView } from './count-view.ts'
