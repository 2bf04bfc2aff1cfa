export { countTownView, countView, viewerOfDay } from './count-view.ts'
