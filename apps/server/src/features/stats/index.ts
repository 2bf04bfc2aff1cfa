export { countTownView, countView, networksOfDay, visitorOf } from './count-view.ts'
