/** What changes nothing of ours, or cannot be made to succeed here. */
export const withoutValidCall: Record<string, string> = {
  'POST /v1/payment/billing-portal': 'an address of the provider',
  'POST /v1/payment/webhook':
    'what was paid stays paid: the provider tells it again until it hears 200 (webhook.api.test.ts)',
  'POST /v1/error-report': 'a message to the team’s chat',
  ...Object.fromEntries(
    [
      'POST /v1/authentication/second-proof/send',
      'POST /v1/authentication/second-proof',
      'POST /v1/authentication/new-number',
      'POST /v1/authentication/passkey-session',
      'POST /v1/account/second-proof/send',
      'POST /v1/account/second-proof',
      'POST /v1/account/passkeys/options',
      'POST /v1/account/passkeys',
      'PUT /v1/account/passkeys/:id',
      'DELETE /v1/account/passkeys/:id',
      'PUT /v1/account/phone',
    ].map((call) => [call, 'needs a ticket, a code or an authenticator: tried twenty at once in the tests of access']),
  ),
  ...Object.fromEntries(
    ['PUT /v1/site/letter', 'DELETE /v1/site/letter', 'POST /v1/email/confirm'].map((call) => [
      call,
      'on the residents’ host, after a mail (letter.api.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['PUT /v1/company/:id/calendar', 'POST /v1/company/:id/calendar/read', 'PUT /v1/company/:id/open-data'].map(
      (call) => [
        call,
        'reads another server, or is a choice that repeats itself (calendars.api.test.ts, open.api.test.ts)',
      ],
    ),
  ),
}
