export { countView, viewerOfDay } from './count-view.ts'
