import { createHash } from 'node:crypto'
import { refusal } from '@parvis/domain/refusals'
import { transaction } from '@parvis/postgres'
import type { FastifyReply } from 'fastify'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { confirmLetters, endLetters, refuseLetters } from './letters.queries.ts'
import { endDigest, keepRefusedAddress } from './mail.queries.ts'
import { readTicket } from './mail-tickets.ts'

type Click = { ticket?: string | undefined; reply: FastifyReply }

const clicks = {
  digest: {
    title: 'Ne plus recevoir le résumé du matin',
    sentence:
      'Parvis Pro ne vous enverra plus ce résumé. Vous pourrez le demander à nouveau dans «\u00a0Notifications\u00a0».',
    button: 'Confirmer',
    done: 'C’est fait\u00a0: vous ne recevrez plus ce résumé.',
  },
  letter: {
    title: 'Ne plus recevoir cette lettre',
    sentence: 'Parvis n’écrira plus à cette adresse. Vos abonnements restent, vous les retrouverez sur votre appareil.',
    button: 'Ne plus la recevoir',
    done: 'C’est fait\u00a0: vous ne recevrez plus rien.',
  },
  'not-mine': {
    title: 'Cette adresse n’est pas la mienne',
    sentence: 'Parvis n’écrira plus à cette adresse, pour aucune raison.',
    button: 'Confirmer',
    done: 'C’est fait\u00a0: Parvis n’écrira plus à cette adresse.',
  },
  confirm: {
    title: 'Les nouvelles de vos abonnements',
    sentence:
      'Elles arriveront à cette adresse, seulement quand il y en a. Chaque lettre permet de l’arrêter d’un clic.',
    button: 'Recevoir cette lettre',
    done: 'C’est fait\u00a0: votre lettre arrivera ici dès qu’il y aura une nouvelle.',
  },
} as const
type Use = 'unsubscribe' | 'not-mine' | 'confirm'

/** The words of a click: a digest is ended for a person, a letter for a mailbox, whose hash the ticket names. */
const wordsOf = (use: Use, subject: string) =>
  clicks[use === 'unsubscribe' ? (isPerson(subject) ? 'digest' : 'letter') : use]
const isPerson = (subject: string) => /^\d{1,15}$/.test(subject)

/** The page behind a link of a mail. GET changes nothing, because mail scanners open every link. */
export async function showClick({ config }: Dependencies, use: Use, { ticket, reply }: Click): Promise<void> {
  const subject = readTicket(config, use, ticket)
  if (subject === undefined) return await refuseLink(reply)
  const { title, sentence, button } = wordsOf(use, subject)
  const action = `/v1/email/${use}?ticket=${encodeURIComponent(ticket ?? '')}`
  const form = `<form method="post" action="${action}"><input type="hidden" name="page" value="1"><button>${button}</button></form>`
  await sendClickPage(reply, title, `<p>${sentence}</p>${form}`)
}

/**
 * Performs the action of a mail link, idempotently; a mailbox's one-click POST (RFC 8058) gets an empty answer, a person a page.
 */
export async function followClick(
  { db, config }: Dependencies,
  use: Use,
  { ticket, reply, isPage }: Click & { isPage: boolean },
): Promise<void> {
  const subject = readTicket(config, use, ticket)
  const isDone = subject !== undefined && (await transaction(db, async (tx) => await perform(tx, use, subject)))
  if (!isDone) return await refuseLink(reply, isPage)
  const { title, done } = wordsOf(use, subject)
  if (isPage) await sendClickPage(reply, title, `<p role="status">${done}</p>`)
  else await reply.send({ data: {} })
}

/** False where nothing awaits that click any more. */
async function perform(tx: Transaction, use: Use, subject: string): Promise<boolean> {
  const mailbox = Buffer.from(subject, 'base64url')
  if (use === 'confirm') return await confirmLetters(tx, mailbox)
  if (use === 'not-mine') {
    await keepRefusedAddress(tx, mailbox)
    await refuseLetters(tx, mailbox)
  } else if (isPerson(subject)) await endDigest(tx, Number(subject))
  else await endLetters(tx, mailbox)
  return true
}

/** Of a link that was cut or serves no more: 404, a page where a browser asks. */
export async function refuseLink(reply: FastifyReply, isPage = hasBrowser(reply)): Promise<void> {
  if (!isPage) throw refusal('request.not_found')
  const sentence =
    'Il n’est pas entier, ou le temps pour y répondre est passé. Ce qui a changé depuis se voit sur Parvis.'
  await sendClickPage(reply.code(404), 'Ce lien ne sert plus', `<p>${sentence}</p>`)
}

const hasBrowser = ({ request }: FastifyReply): boolean => `${request.headers.accept}`.includes('text/html')

const style = [
  'body{margin:0;padding:32px 24px;font:16px/1.5 system-ui,sans-serif;color:#1f2a37;background:#fbfaf7}',
  'main{max-width:560px;margin:0 auto}h1{font-size:1.5rem;line-height:1.25}',
  'button{min-height:48px;padding:0 24px;border:0;border-radius:12px;background:#0f5c4d;color:#fff;font:inherit;font-weight:600}',
  ':focus-visible{outline:3px solid #2f6fb0;outline-offset:2px}a{color:#0f5c4d}',
].join('')

const styleHash = createHash('sha256').update(style).digest('base64')

/** A page of a mail link, of a resident or of a professional: no script, nothing remote. `title` and `body` are HTML. */
export async function sendClickPage(reply: FastifyReply, title: string, body: string): Promise<void> {
  await reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .send(`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${title} – Parvis</title><style>${style}</style></head>
<body><main><p>Parvis</p><h1>${title}</h1>${body}<p><a href="/mentions-legales">Mentions légales</a></p></main></body></html>`)
}
