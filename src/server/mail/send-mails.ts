import { setTimeout as sleep } from 'node:timers/promises'
import { asSystem } from '../db/as-viewer.ts'
import { toDomainError } from '../db/errors.ts'
import type { Tx } from '../db/pool.ts'
import { waitForDelivery } from '../db/timeouts.ts'
import type { Portal } from '../rpc/context.ts'
import { signLinkToken } from '../session/tokens.ts'
import { answerAddress } from './answer-address.ts'
import {
  claimMail,
  claimSimilar,
  giveUp,
  holdBack,
  markSent,
  nextDue,
  retryLater,
  secondsToWait,
} from './db.ts'
import { type Templates, writeMail } from './template.ts'
import type { MailMessage, Transport } from './transport.ts'

const FIRST_RETRY_S = 5
const LAST_RETRY_S = 60 * 60
/** With an hour between the later ones, about four days. */
const MAX_ATTEMPTS = 100
/** Between attempts to mark a mail as sent, while the database is away. */
const FIRST_PAUSE_MS = 100
const LAST_PAUSE_MS = 1000

type Mailer = { portal: Portal; transport: Transport; templates: Templates }

/**
 * Sends each due mail in the transaction that marks it: only a crash between the two repeats it, under the same key.
 * Returns the seconds until the next one is due, or null. [4.mail.1] [4.mail.14] [V16.3.4] [V16.5.2]
 */
export async function sendDueMails(mailer: Mailer, stop: AbortSignal): Promise<number | null> {
  let outcome: DeliveryOutcome
  do outcome = await sendNext(mailer, stop)
  while (!stop.aborted && (outcome === 'sent' || outcome === 'refused' || outcome === 'held_back'))
  const seconds = await asSystem(mailer.portal.db, nextDue)
  return seconds === null ? null : Math.max(seconds, outcome === 'server_is_down' ? FIRST_RETRY_S : 1)
}

/** Delivered but not marked yet: this process does not claim them again. */
const unmarked = new WeakMap<Portal, Set<number>>()

/**
 * When the database goes away right after a delivery, the transaction that marks the mail is lost, so it is marked once
 * the database is back. Other mails do not wait for that: the lost transaction may hold its row for as long as a delivery.
 */
async function sendNext(mailer: Mailer, stop: AbortSignal): Promise<DeliveryOutcome> {
  const { portal } = mailer
  let delivered: number[] | undefined
  const onDelivered = (ids: number[]) => {
    delivered = ids
  }
  const skipped = unmarked.get(portal) ?? new Set()
  unmarked.set(portal, skipped)
  try {
    return await asSystem(portal.db, (tx) => sendOne(tx, mailer, onDelivered, [...skipped]))
  } catch (error) {
    if (delivered === undefined) throw error
    portal.log.warn(
      { mails: delivered, error: String(error) },
      'a mail was sent but could not be marked as sent; retrying',
    )
    const ids = delivered
    for (const id of ids) skipped.add(id)
    void markEventually(portal, ids, stop)
      .catch((cause) =>
        portal.log.error(
          { mails: ids, err: cause },
          'a mail was sent but not marked as sent; it may be sent twice',
        ),
      )
      .finally(() => {
        for (const id of ids) skipped.delete(id)
      })
    return 'sent'
  }
}

async function markEventually({ db }: Portal, ids: number[], stop: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
    try {
      return await asSystem(db, (tx) => markSent(tx, ids))
    } catch (error) {
      if (stop.aborted || toDomainError(error)?.code !== 'busy') throw error
      await sleep(pause, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}

type DeliveryOutcome = 'sent' | 'refused' | 'held_back' | 'server_is_down' | 'none_due'

async function sendOne(
  tx: Tx,
  { portal: { config, log }, transport, templates }: Mailer,
  onDelivered: (ids: number[]) => void,
  except: number[],
): Promise<DeliveryOutcome> {
  const mail = await claimMail(tx, except)
  if (!mail) return 'none_due'
  const { id, to, attempts, link, still_concerns, event } = mail
  const abandon = async (reason: string): Promise<DeliveryOutcome> => {
    await giveUp(tx, id, reason)
    log.warn({ mail: id, reason }, 'a mail was given up')
    return 'refused'
  }
  if (link && !link.works) return abandon('Its link no longer works')
  if (!still_concerns) return abandon('This no longer concerns the recipient')
  // Also of one that was held back: the like of other kinds may have filled the hour since.
  const seconds = await secondsToWait(tx, mail)
  if (seconds !== null) {
    await holdBack(tx, id, seconds)
    return 'held_back'
  }
  const others = mail.held === null ? [] : await claimSimilar(tx, mail)
  let message: MailMessage
  try {
    const token = link && (await signLinkToken(config.secret, link.id))
    const events = others.map((other) => other.event)
    message = await writeMail(tx, templates, [event, ...events], token, {
      publicUrl: config.publicUrl,
      answersTo: config.mailbox && answerAddress(config.mailbox.address, config.secret, id),
    })
  } catch (error) {
    // Retried, it would hold up the recipient's later mails forever.
    return abandon(`It can't be written: ${error instanceof Error ? error.message : error}`)
  }
  await waitForDelivery(tx)
  try {
    await transport.deliver({ ...message, key: `mail-${id}`, to })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const refusal = refusalOf(error)
    if (refusal === 'permanent' || attempts + 1 >= MAX_ATTEMPTS) {
      await giveUp(tx, id, reason)
      log.warn({ mail: id, reason }, 'a mail could not be sent, and was given up')
    } else {
      const retry_in_seconds = Math.min(FIRST_RETRY_S * 2 ** attempts, LAST_RETRY_S)
      await retryLater(tx, id, retry_in_seconds, reason)
      log.warn({ mail: id, reason, retry_in_seconds }, 'a mail could not be sent')
    }
    return refusal ? 'refused' : 'server_is_down'
  }
  const ids = [id, ...others.map((other) => other.id)]
  onDelivered(ids)
  await markSent(tx, ids)
  return 'sent'
}

/** The mail server answered and refused this mail; others may pass. */
function refusalOf(error: unknown): 'permanent' | 'temporary' | null {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return null
  if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return null
  return Number(error.responseCode) >= 500 ? 'permanent' : 'temporary'
}
