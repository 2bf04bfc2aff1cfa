import { messageExcerpt } from '@parvis/domain/messages/message-excerpt'
import type { Job } from '../../jobs/job.ts'
import { forgetDevices, listDevices } from '../residents/index.ts'
import { findMessageToTell } from './messages.queries.ts'

export const pushToResidentJob = 'push-to-resident'

/**
 * Tells a resident's devices of a company's message. Sent, then marked by the end of the job: a crash between the two
 * sends again under the same key, which a device shows once (AMB-149).
 */
export const pushToResident: Job = {
  name: pushToResidentJob,
  run: async ({ db, gateways, config }, payload) => {
    const told = payload as { discussionId: string; messageId: number }
    const message = await findMessageToTell(db, told)
    const devices = message ? await listDevices(db, message.residentId) : []
    if (!message || devices.length === 0) return

    const notice = {
      title: message.companyName,
      body: messageExcerpt(message.text, message.image !== null),
      data: { topic: 'discussion', id: message.discussionId },
      key: `message-${told.messageId}`,
      ...(config.residentUrl && {
        navigate: `${config.residentUrl}/mes-messages/${message.discussionId}#de=notification`,
        ttl: 3 * 86_400,
      }),
    }
    const results = await gateways.push.send(devices.map(({ token, platform }) => ({ ...notice, token, platform })))
    await forgetDevices(
      db,
      devices.filter((_, index) => results[index] === 'expired').map(({ token }) => token),
    )
    if (results.includes('retry')) throw new Error('a notification did not leave, it will be sent again')
  },
}
