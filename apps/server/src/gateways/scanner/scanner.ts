/** Says whether what someone sends is known to be harmful, before anything else looks into it. */
export type Scanner = {
  /** Throws GatewayFailure 'unavailable' when it says nothing in time: what was not looked at is not taken. */
  isClean(bytes: Uint8Array): Promise<boolean>
}
