import { setTimeout as sleep } from 'node:timers/promises'
import { linkToken } from '../auth/link-token.ts'
import type { Portal } from '../context.ts'
import { asSystem } from '../database/as-viewer.ts'
import { waitForDelivery } from '../database/patience.ts'
import type { Tx } from '../database/pool.ts'
import { refusalOf as databaseRefusalOf } from '../database/refusals.ts'
import { writeLetter } from './letters.ts'
import { markSent, nextDue, putOff, takeDueMail } from './mails.db.ts'
import { mayStillRead } from './readers.ts'
import type { Letter, Transport } from './transport.ts'

const FIRST_RETRY = 5
/** Between two looks whether the database is back, in milliseconds: at first, and at the most. */
const SOON = 100
const LATER = 1000
const LAST_RETRY = 60 * 60
/** With an hour between the later ones, this is about four days. */
const MAX_ATTEMPTS = 100

/**
 * Sends every mail that is due, one after the other. Each is sent inside the transaction that marks it as sent, so it
 * is sent again only when the portal dies between the two, or when another server finds the database back sooner; then
 * its key is the same. Answers in how many seconds to come again, or null. It ends after the present mail when `stop`
 * says so.
 */
export async function sendDueMails(
  portal: Portal,
  transport: Transport,
  stop: AbortSignal,
): Promise<number | null> {
  let outcome: Outcome
  do outcome = await sendNext(portal, transport, stop)
  while (!stop.aborted && (outcome === 'sent' || outcome === 'refused'))
  const seconds = await asSystem(portal.db, nextDue)
  return seconds === null ? null : Math.max(seconds, outcome === 'server_is_down' ? FIRST_RETRY : 1)
}

/** Handed over, and yet to be marked: this server does not take them again. */
const unmarked = new WeakMap<Portal, Set<number>>()

/**
 * When the database goes away just after the mail server has said yes, the transaction is lost, and with it that the mail
 * was sent: that is noted as soon as the database is back. Other mails don't wait for it, since a transaction that the
 * network cut off may hold its row at the server for as long as a delivery may take.
 */
async function sendNext(portal: Portal, transport: Transport, stop: AbortSignal): Promise<Outcome> {
  let delivered: number | undefined
  const note = (id: number) => {
    delivered = id
  }
  const before = unmarked.get(portal) ?? new Set()
  unmarked.set(portal, before)
  try {
    return await asSystem(portal.db, (tx) => sendOne(tx, portal, transport, note, [...before]))
  } catch (error) {
    if (delivered === undefined) throw error
    portal.log.warn({ mail: delivered, error: String(error) }, 'a mail was sent, and is yet to be marked')
    const id = delivered
    before.add(id)
    void markInTheEnd(portal, id, stop)
      .catch((cause) => portal.log.error({ mail: id, err: cause }, 'a mail that was sent is not marked'))
      .finally(() => before.delete(id))
    return 'sent'
  }
}

async function markInTheEnd({ db }: Portal, id: number, stop: AbortSignal): Promise<void> {
  for (let pause = SOON; ; pause = Math.min(pause * 2, LATER)) {
    try {
      return await asSystem(db, (tx) => markSent(tx, id))
    } catch (error) {
      if (stop.aborted || databaseRefusalOf(error)?.code !== 'busy') throw error
      await sleep(pause, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}

type Outcome = 'sent' | 'refused' | 'server_is_down' | 'none_due'

async function sendOne(
  tx: Tx,
  { config, log }: Portal,
  transport: Transport,
  delivered: (id: number) => void,
  except: number[],
): Promise<Outcome> {
  const mail = await takeDueMail(tx, except)
  if (!mail) return 'none_due'
  const { id, recipient, attempts, link, reader, occasion } = mail
  const giveUp = async (reason: string): Promise<Outcome> => {
    await putOff(tx, id, null, reason)
    log.warn({ mail: id, reason }, 'a mail was given up')
    return 'refused'
  }
  if (link && !link.works) return giveUp('Its link works no more')
  if (!mayStillRead(occasion.kind, reader)) return giveUp('Whom it is for has no part in this any more')
  let letter: Letter
  try {
    letter = writeLetter({ ...occasion, token: link && linkToken(config.secret, link.id) }, config.publicUrl)
  } catch (error) {
    // The others would wait behind it for ever.
    return giveUp(`It can't be written: ${error instanceof Error ? error.message : error}`)
  }
  await waitForDelivery(tx)
  try {
    await transport.deliver({ ...letter, key: `mail-${id}`, to: recipient })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const refusal = refusalOf(error)
    const isHopeless = refusal === 'for_good' || attempts + 1 >= MAX_ATTEMPTS
    const seconds = isHopeless ? null : Math.min(FIRST_RETRY * 2 ** attempts, LAST_RETRY)
    await putOff(tx, id, seconds, reason)
    log.warn({ mail: id, reason, again_in_seconds: seconds }, 'a mail could not be sent')
    return refusal ? 'refused' : 'server_is_down'
  }
  delivered(id)
  await markSent(tx, id)
  return 'sent'
}

/** A mail server that answers and refuses this very mail; another mail may fare better. */
function refusalOf(error: unknown): 'for_good' | 'for_now' | null {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return null
  if (error.code !== 'EENVELOPE' && error.code !== 'EMESSAGE') return null
  return Number(error.responseCode) >= 500 ? 'for_good' : 'for_now'
}
