import { execFileSync } from 'node:child_process'
import type { APIRequestContext } from '@playwright/test'
import { newOwner, type Owner } from './people.ts'

/** An owner whom the operator tool made super admin, as the team does it. */
export async function newSuperAdmin(request: APIRequestContext, zipCode = '92110'): Promise<Owner> {
  const admin = await newOwner(request, { type: 'mairie', name: 'Mairie de Clichy', fields: { zipCode } })
  runOperatorTool('super-admin', admin.phone, 'on')
  return admin
}

/** `npm run operator`, on the server under test. */
export function runOperatorTool(...words: string[]): void {
  const env = { ...process.env, ...(process.env.E2E_DATA_FOLDER && { PARVIS_DATA: process.env.E2E_DATA_FOLDER }) }
  execFileSync(process.execPath, ['apps/server/src/operator/main.ts', ...words], { env })
}
