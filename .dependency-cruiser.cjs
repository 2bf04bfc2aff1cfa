const { Visitor } = require('@swc/core/Visitor')

// The visitor of @swc/core 1.16 throws at `await using`: its declarators are visited as those of a const.
const visitStatement = Reflect.get(Visitor.prototype, 'visitStatement')
Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
}

const test = '\\.test\\.tsx?$'
const outside = '^(node:)?(http|https|http2|net|tls|dgram)$'

/** The arrows of ARCHITECTURE.md. scripts/checks.test.ts plants a violation of each and sees it reported. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means two files are one file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\.(css|svg|woff2)', '^virtual:'] },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain knows no database, no HTTP, no React: itself, zod and Temporal.',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: test },
      to: { pathNot: ['^packages/domain/', 'node_modules/(zod|temporal-polyfill|temporal-spec)/'] },
    },
    {
      name: 'zod-in-contracts-only',
      comment: 'A rule that parses is a rule that knows the wire.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: ['\\.contract(\\.test)?\\.ts$', '^packages/domain/src/kernel/'] },
      to: { path: 'node_modules/zod/' },
    },
    {
      name: 'rules-ignore-contracts',
      comment:
        'A rule must not know how it is called over HTTP. The pages of residents are no rules: they show answers.',
      severity: 'error',
      from: {
        path: '^packages/domain/src/',
        pathNot: ['\\.contract\\.ts$', test, '^packages/domain/src/(api|site/private-page)\\.ts$'],
      },
      to: { path: '^packages/domain/src/.*\\.contract\\.ts$' },
    },
    {
      name: 'server-and-portal-never-meet',
      comment: 'They share the domain, nothing else.',
      severity: 'error',
      from: { path: '^apps/(server|portal|site)/' },
      to: { path: '^apps/(server|portal|site)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'the-product-ignores-its-harness',
      comment: 'Fakes, towns, benches and planted faults stand beside the product; only tests know them.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: test },
      to: { path: '^(harness|ops)/' },
    },
    {
      name: 'nothing-imports-the-command-line',
      comment: 'The command line parses, calls a feature and prints: what a feature needs stands in the feature.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: [test, '^apps/server/src/operator/'] },
      to: { path: '^apps/server/src/operator/' },
    },
    {
      name: 'jobs-and-db-know-no-product',
      comment:
        'start-server.ts hands the jobs and the periodic tasks over; what a query writes about the present call is given to it.',
      severity: 'error',
      from: { path: '^apps/server/src/(jobs|db)/', pathNot: test },
      to: { path: '^apps/server/src/(features|operator|pictures|http|work)[/.]' },
    },
    {
      name: 'postgres-by-its-verbs',
      comment: 'Of packages/postgres what its index exports: how statements travel is nobody else’s.',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^packages/postgres/src/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'postgres-knows-no-server',
      comment: 'It is given the present call; of the domain it knows what refuses, and the code of an error.',
      severity: 'error',
      from: { path: '^packages/postgres/' },
      to: {
        dependencyTypesNot: ['core'],
        pathNot: [
          '^packages/postgres/',
          '^packages/domain/src/(refusals|kernel/error-code)\\.ts$',
          'node_modules/(@types/)?pg/',
        ],
      },
    },
    {
      name: 'development-is-loaded-never-imported',
      comment:
        'A release goes without src/development/: one dynamic import, in open-database.ts, which production never makes.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [test, '^apps/server/src/development/'] },
      to: { path: '^apps/server/src/development/', dynamic: false },
    },
    {
      name: 'development-is-loaded-once',
      comment: 'By open-database.ts, which start-server.ts has it from.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: [test, '^apps/server/src/development/', '^apps/server/src/open-database\\.ts$'],
      },
      to: { path: '^apps/server/src/development/' },
    },
    {
      name: 'the-client-knows-contracts-only',
      comment: 'It is given a transport: it knows neither the server nor a browser.',
      severity: 'error',
      from: { path: '^packages/client/', pathNot: test },
      to: { pathNot: ['^packages/(client|domain)/'] },
    },
    {
      name: 'features-do-not-import-each-other',
      comment: "Compose two features in app/, or go through the other server feature's index.ts.",
      severity: 'error',
      from: { path: '^apps/(server|portal)/src/features/([^/]+)/', pathNot: test },
      to: {
        path: '^apps/$1/src/features/',
        pathNot: ['^apps/$1/src/features/$2/', '^apps/server/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'nothing-below-imports-app',
      comment: 'app composes features; features, ui and lib never look up.',
      severity: 'error',
      from: { path: '^apps/portal/src/(features|ui|lib|api)/' },
      to: { path: '^apps/portal/src/app/' },
    },
    {
      name: 'shared-does-not-know-features',
      severity: 'error',
      comment: 'What every feature stands on cannot stand on one of them.',
      from: { path: '^apps/(server|portal)/src/(http|admission|db|gateways|ui|lib|api)/', pathNot: test },
      to: { path: '^apps/$1/src/features/' },
    },
    {
      name: 'ui-never-calls-the-api',
      severity: 'error',
      comment: 'ui draws; it never calls the API.',
      from: { path: '^apps/portal/src/ui/', pathNot: test },
      to: { path: '^apps/portal/src/(api/|lib/(request|session)\\.ts$)' },
    },
    {
      name: 'sql-lives-in-queries',
      comment:
        'Only *.queries.ts, db/, migrations/ and jobs/ touch the driver or write statements; the harness is free.',
      severity: 'error',
      from: {
        path: '^apps/server/',
        pathNot: ['\\.queries\\.ts$', test, '^apps/server/migrations/', '^apps/server/src/(db|jobs)/'],
      },
      to: { path: ['node_modules/(pg|sql-template-tag)/', '^apps/server/src/db/sql\\.ts$'] },
    },
    {
      name: 'only-gateways-go-outside',
      comment: 'What leaves the machine goes through a gateway, which has a time-out and an embedded twin.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: [
          test,
          '^apps/server/src/(gateways|http|admission|db)/',
          '^apps/server/src/(main|app|free-port)\\.ts$',
        ],
      },
      to: { path: outside },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Not every dist: packages resolve into theirs, and an excluded target escapes the rules.
    exclude: { path: '(^|/)node_modules/\\.bin/|^apps/(portal|site)/dist/|\\.timestamp-' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
