export type BrevoSettings = { name: 'brevo'; baseUrl: string; apiKey: string; sender: string }
