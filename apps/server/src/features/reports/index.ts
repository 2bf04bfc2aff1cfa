export { fileReport } from './file-report.ts'
export { findReport } from './reports.queries.ts'
export { siteReportsRoutes } from './reports.routes.ts'
