const systems: [RegExp, string][] = [
  [/iphone|ipad/i, 'iPhone ou iPad'],
  [/android/i, 'Android'],
  [/windows/i, 'Windows'],
  [/mac os/i, 'Mac'],
  [/linux/i, 'Linux'],
]
const browsers: [RegExp, string][] = [
  [/edg\//i, 'Edge'],
  [/firefox/i, 'Firefox'],
  [/chrome|crios/i, 'Chrome'],
  [/safari/i, 'Safari'],
]

/** `Chrome sur Android`: enough for a person to recognise a session in the list. */
export function deviceName(userAgent = '', appId = ''): string {
  const named = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = named(systems)
  if (appId && appId !== 'WEB_APP') return `Application${system ? ` sur ${system}` : ''}`
  return [named(browsers) ?? 'Navigateur', system].filter(Boolean).join(' sur ')
}
