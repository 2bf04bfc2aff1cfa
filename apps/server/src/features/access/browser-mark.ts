const cookieName = '__Host-device'
const yearSeconds = 31_536_000

/** The mark of a browser that signed in: no authority of its own, it only has its own budget of wrong codes (AMB-141). */
export function browserCookie(mark: string): string {
  return `${cookieName}=${mark}; Path=/; Max-Age=${yearSeconds}; HttpOnly; Secure; SameSite=Strict`
}

export function readBrowserMark(cookies: string | undefined): string | undefined {
  const found = cookies?.split(';').find((cookie) => cookie.trim().startsWith(`${cookieName}=`))
  return found?.split('=')[1]?.trim() || undefined
}

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

/** `Chrome sur Android`: enough for a person to recognise a session in the list (AMB-145). */
export function readDevice(userAgent = '', appId = ''): string {
  const named = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = named(systems)
  if (appId && appId !== 'WEB_APP') return `Application${system ? ` sur ${system}` : ''}`
  return [named(browsers) ?? 'Navigateur', system].filter(Boolean).join(' sur ')
}
