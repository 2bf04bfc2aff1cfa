import type { Answer, Body } from '@parvis/domain/kernel/contract'
import type { platformContract } from '@parvis/domain/platform/platform.contract'
import type { Dependencies } from '../../dependencies.ts'

/** Public settings of the portal: links without a value are null and not rendered. */
export function readConfiguration({
  config: { links, residentUrl, legal, passkeys },
  gateways,
}: Pick<Dependencies, 'config' | 'gateways'>): Answer<typeof platformContract.readConfiguration> {
  const { webDomain, billingPortalUrl, cityWebsiteUrl, meetingUrl, supportEmail, supportPhone } = links
  return {
    webDomain,
    cityApps: {
      92110: { link: links.appLink92110, logo: '/logos/app-92110.svg' },
      default: { link: links.appLinkParis, logo: '/logos/app-paris.svg' },
    },
    billingPortalUrl: billingPortalUrl ?? gateways.payment.billingPage ?? null,
    cityWebsiteUrl,
    meetingUrl,
    supportEmail,
    supportPhone,
    facebookAppId: links.facebookAppId,
    tilesUrl: links.tilesUrl,
    webPushKey: gateways.browserPush.publicKey,
    email: gateways.mail.isServed,
    passkeys: passkeys?.rpId ?? null,
    residentUrl: residentUrl ?? null,
    accessibility: legal.accessibility.portal.state,
  }
}

const maxCharacters = 4_000

/** Forwards an error of the portal to the team's chat, cut and neutralised by the gateway. */
export async function reportError(
  { gateways }: Dependencies,
  { name = '', message = '', stack }: Body<typeof platformContract.reportError>,
): Promise<void> {
  const text = [`Erreur du portail : ${name}`, message, stack].filter(Boolean).join('\n')
  await gateways.chatWebhook.post(text.slice(0, maxCharacters))
}
