import type { FastifyReply } from 'fastify'

/** A table as a file to save. */
export async function sendCsv(reply: FastifyReply, { name, text }: { name: string; text: string }): Promise<void> {
  reply.header('content-disposition', `attachment; filename="${name}"`)
  await reply.type('text/csv; charset=utf-8').send(text)
}
