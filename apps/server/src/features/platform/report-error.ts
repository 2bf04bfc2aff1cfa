import type { Dependencies } from '../../dependencies.ts'

const maxCharacters = 4_000

/** Forwards an error of the portal to the team's chat, cut and neutralised by the gateway (AMB-123, T15). */
export async function reportError(
  { gateways }: Dependencies,
  {
    name = '',
    message = '',
    stack,
  }: { name?: string | undefined; message?: string | undefined; stack?: string | null | undefined },
): Promise<void> {
  const text = [`Erreur du portail : ${name}`, message, stack].filter(Boolean).join('\n')
  await gateways.chatWebhook.post(text.slice(0, maxCharacters))
}
