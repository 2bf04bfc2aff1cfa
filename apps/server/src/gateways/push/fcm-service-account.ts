import { z } from 'zod'

/** What FCM v1 needs of Google's JSON key. */
export type ServiceAccount = { projectId: string; clientEmail: string; privateKey: string }

export type FcmSettings = { account: ServiceAccount; baseUrl: string; tokenUrl: string }

/** Throws an Error that names the setting when the text is not such a key. */
export function readServiceAccount(json: string): ServiceAccount {
  try {
    const key = keySchema.parse(JSON.parse(json))
    return { projectId: key.project_id, clientEmail: key.client_email, privateKey: key.private_key }
  } catch {
    // The cause would quote the key: left out on purpose.
    throw new Error('FCM_SERVICE_ACCOUNT doit être la clé JSON d’un compte de service, ou le chemin de son fichier')
  }
}

const keySchema = z.object({
  project_id: z.string().regex(/^[\w-]+$/),
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
})
