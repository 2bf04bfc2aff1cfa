const week = 7 * 86_400_000

/**
 * What is wrong with the age of versions in use, as sentences.
 * @param {readonly { name: string, version: string, times: Record<string, string> }[]} used `times`: version → ISO date
 * @param {number} now milliseconds
 */
export function youngVersions(used, now) {
  return used.flatMap(({ name, version, times }) => {
    const published = Date.parse(times[version] ?? '')
    if (Number.isNaN(published)) return [`the registry does not say when ${name} ${version} was published`]
    const age = now - published
    return age < week ? [`${name} ${version} is ${Math.floor(age / 86_400_000)} days old`] : []
  })
}
