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
