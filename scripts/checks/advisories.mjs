/**
 * The advisories that concern versions in use, as sentences.
 * @param {readonly { name: string, version: string }[]} used
 * @param {readonly object[]} advisories in the OSV format (https://ossf.github.io/osv-schema/)
 */
export function concerned(used, advisories) {
  const byName = Map.groupBy(used, ({ name }) => name)
  return advisories.flatMap(({ id, summary = '', withdrawn, affected = [] }) =>
    withdrawn
      ? []
      : affected
          .filter((one) => one.package?.ecosystem === 'npm')
          .flatMap((one) =>
            (byName.get(one.package.name) ?? [])
              .filter(({ version }) => isAffected(version, one))
              .map(({ name, version }) => `${name} ${version}: ${id} ${summary}`.trim()),
          ),
  )
}

const isAffected = (version, { versions = [], ranges = [] }) =>
  versions.includes(version) || ranges.some(({ events = [] }) => isWithin(version, events))

/** Events in the order of their versions: the last one that is not above the version says whether it is affected. */
function isWithin(version, events) {
  let isOpen = false
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || compare(version, introduced) >= 0)) isOpen = true
    if (fixed !== undefined && compare(version, fixed) >= 0) isOpen = false
    if (last !== undefined && compare(version, last) > 0) isOpen = false
  }
  return isOpen
}

/** Semantic Versioning 2.0.0, section 11: a pre-release is below its release. */
function compare(one, other) {
  const [a, b] = [one, other].map((version) => version.split('+')[0].split(/-(.*)/s))
  return (
    compareParts(a[0], b[0]) || Number(Boolean(b[1])) - Number(Boolean(a[1])) || compareParts(a[1] ?? '', b[1] ?? '')
  )
}

function compareParts(one, other) {
  const [a, b] = [one.split('.'), other.split('.')]
  for (let n = 0; n < Math.max(a.length, b.length); n++) {
    const [left = '', right = ''] = [a[n], b[n]]
    if (left === right) continue
    const areNumbers = /^\d+$/.test(left) && /^\d+$/.test(right)
    return areNumbers ? Number(left) - Number(right) : left < right ? -1 : 1
  }
  return 0
}
