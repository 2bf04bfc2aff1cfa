import { type Environment, isProduction, noteFault, oneOf, optional } from './gateways/environment.ts'

export type ProofSettings = {
  /** Strict: a number that proved itself long ago, and a super admin, need more than a code by SMS (team.md U-D12, U-D15). */
  secondProof: 'strict' | 'relaxed'
  /** Where passkeys work: the RP ID and the exact origins of the portal; undefined on an IP address in production. */
  passkeys: { rpId: string; origins: readonly string[] } | undefined
  /** What the start says about both, in French; empty when everything is as asked. */
  proofNotes: readonly string[]
}

type Known = { publicUrl: string; port: number; livePortalPort: number; mailLeaves: boolean }

/** SECOND_PROOF and WEBAUTHN_RP_ID. Strict without a mail server behaves as relaxed: nobody could receive a code. */
export function readProofSettings(env: Environment, known: Known): ProofSettings {
  const production = isProduction(env)
  const asked = oneOf(env, 'SECOND_PROOF', ['strict', 'relaxed'], production ? 'strict' : 'relaxed')
  const passkeys = readPasskeys(env, production, known)
  const isStrict = asked === 'strict' && known.mailLeaves
  return {
    secondProof: isStrict ? 'strict' : 'relaxed',
    passkeys,
    proofNotes: [
      ...(asked === 'strict' && !isStrict ? ['SECOND_PROOF=strict sans serveur d’e-mail : comme relaxed.'] : []),
      ...(passkeys ? [] : ['Pas de clés d’accès : PUBLIC_URL est une adresse IP, il leur faut un nom.']),
    ],
  }
}

function readPasskeys(env: Environment, production: boolean, { publicUrl, port, livePortalPort }: Known) {
  const { hostname, origin } = new URL(publicUrl)
  const isName = !/^\[|^[\d.]+$/.test(hostname)
  const local = [port, livePortalPort].filter(Boolean).map((own) => `http://localhost:${own}`)
  const origins = production ? [origin] : [origin, ...local]
  const written = optional(env, 'WEBAUTHN_RP_ID')
  if (!written && !isName) return production ? undefined : { rpId: 'localhost', origins }
  const rpId = written ?? hostname
  if (isName && hostname !== rpId && !hostname.endsWith(`.${rpId}`))
    noteFault(env, 'WEBAUTHN_RP_ID', `WEBAUTHN_RP_ID doit être ${hostname}, ou un domaine au-dessus de lui`)
  return { rpId, origins }
}
