import { z } from 'zod'
import type { Contract } from '../kernel/contract.ts'
import { optionalText } from '../kernel/fields.ts'
import { accessibilityStates } from '../legal/legal.ts'

const link = z.string().nullable()
const cityApp = z.object({ link: z.string(), logo: z.string() })

/** Calls about the service itself: health, public configuration, live events. */
export const platformContract = {
  health: {
    summary: 'Whether the process answers.',
    call: 'GET /v1/health',
    access: 'public',
    answer: z.object({ status: z.string() }),
  },
  ready: {
    summary: 'Whether the database takes writes and its migrations are there; 503 while they are not.',
    call: 'GET /v1/health/ready',
    access: 'public',
    answer: z.object({ status: z.string() }),
  },
  readMetrics: {
    summary: 'The numbers to watch, as Prometheus text; from this machine, or with METRICS_TOKEN as a bearer.',
    call: 'GET /v1/metrics',
    access: 'signature',
    answer: 'raw',
    refusals: ['NOT_FOUND'],
  },
  readConfiguration: {
    summary: 'The public settings of the portal.',
    call: 'GET /v1/configuration',
    access: 'public',
    answer: z.object({
      webDomain: z.string(),
      cityApps: z.object({ 92110: cityApp, default: cityApp }),
      billingPortalUrl: link,
      cityWebsiteUrl: link,
      meetingUrl: link,
      supportEmail: z.string(),
      supportPhone: link,
      facebookAppId: link,
      tilesUrl: link,
      /** What browsers subscribe to pushes with; null when they are not served. */
      webPushKey: link,
      /** Whether mail can leave; the switches of mail are absent where it cannot. */
      email: z.boolean(),
      /** RP ID of passkeys (WebAuthn); null where they cannot work. */
      passkeys: link,
      residentUrl: link,
      /** State of the portal, as its foot says it. */
      accessibility: z.enum(accessibilityStates),
    }),
  },
  readIp: {
    summary: 'The caller’s public address.',
    call: 'GET /v1/ip',
    access: 'public',
    answer: z.object({ ip: z.string() }),
  },
  reportError: {
    summary: 'Forwards an error of the portal to the team’s chat.',
    call: 'POST /v1/error-report',
    access: 'public',
    body: z.object({ name: optionalText(), message: optionalText(), stack: z.string().nullish() }),
  },
  readMedia: {
    summary: 'A public image, immutable under its name.',
    call: 'GET /v1/media/:name',
    access: 'public',
    params: z.object({ name: z.string() }),
    answer: 'raw',
  },
  readPrivateMedia: {
    summary: 'An image of a conversation, at an address signed for one hour (AMB-143).',
    call: 'GET /v1/media/private/:name',
    access: 'signature',
    params: z.object({ name: z.string() }),
    query: z.object({
      expires: z.string().optional().catch(undefined),
      signature: z.string().optional().catch(undefined),
    }),
    answer: 'raw',
    refusals: ['LINK_EXPIRED'],
  },
  streamEvents: {
    summary: 'Tells, as server-sent events, that something changed; never what.',
    call: 'GET /v1/events',
    access: 'session',
    answer: 'raw',
  },
} as const satisfies Contract
