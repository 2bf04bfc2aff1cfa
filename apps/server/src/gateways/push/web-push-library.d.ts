/** The part of web-push 3.6.7 that we use; the package brings no types. */
declare module 'web-push' {
  type Details = {
    endpoint: string
    method: 'POST'
    headers: Record<string, string | number>
    body: Buffer | null
  }
  const library: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        TTL: number
        urgency: 'very-low' | 'low' | 'normal' | 'high'
        topic: string
      },
    ): Details
    generateVAPIDKeys(): { publicKey: string; privateKey: string }
  }
  export = library
}
