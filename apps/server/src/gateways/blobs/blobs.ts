import type { Readable } from 'node:stream'

/**
 * Files kept beside the database. A name is 1 to 200 characters among a-z A-Z 0-9 . _ - and / between folders,
 * without "..", empty part or leading dot; anything else throws GatewayFailure 'invalid_input'.
 * Every method throws GatewayFailure: 'not_found' (get, stream), 'unavailable' for the rest.
 */
export type Blobs = {
  /** Replaces what stood under that name. */
  put(name: string, content: Buffer, contentType: string): Promise<void>
  get(name: string): Promise<Buffer>
  stream(name: string): Promise<Readable>
  /** Deleting what is not there is fine. */
  delete(name: string): Promise<void>
  exists(name: string): Promise<boolean>
}
