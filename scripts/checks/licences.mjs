/** Licences whose holders ask to be named beside what they allow: those with conditions on what is handed on (copyleft). */
const conditions = /\b(L?GPL|AGPL|MPL|EPL|CDDL)-/

/**
 * The page of licences, from the packages of the lockfile.
 * @param {readonly { name: string, version: string, license?: string, dev?: boolean }[]} used
 */
export function licencesPage(used) {
  const groups = [...Map.groupBy(used, ({ license = 'not said' }) => license)].sort(([a], [b]) => (a < b ? -1 : 1))
  const rows = groups.map(([licence, of]) => `| ${licence} | ${of.length} | ${of.filter(({ dev }) => !dev).length} |`)
  const named = used
    .filter(({ license = 'not said', dev }) => !dev && (conditions.test(license) || license === 'not said'))
    .map(({ name, version, license = 'not said' }) => `| ${name} | ${version} | ${license} |`)
  return `# Licences of the packages in use

Written by \`npm run supply -- --licences\` from \`package-lock.json\`; a release is handed on with this page.

libvips, which decodes pictures, comes with sharp as a shared library of its own under the LGPL 3.0: it is loaded, not linked into
ours, and whoever runs the service may replace it. Its source: https://github.com/libvips/libvips.

## With conditions on what is handed on, or none said

| package | version | licence |
|---|---|---|
${[...new Set(named)].sort().join('\n')}

## All

| licence | packages | of these in a release |
|---|---|---|
${rows.join('\n')}
`
}
