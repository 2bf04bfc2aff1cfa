export { fileReport } from './file-report.ts'
export { countReports, findReport } from './reports.queries.ts'
export { siteReportsRoutes } from './reports.routes.ts'
