export { countReports, findReport } from './reports.queries.ts'
export { siteReportsRoutes } from './reports.routes.ts'
