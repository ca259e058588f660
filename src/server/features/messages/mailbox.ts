import { ImapFlow } from 'imapflow'
import { DomainError } from '../../../domain/errors.ts'
import { toDomainError } from '../../db/errors.ts'
import type { Portal } from '../../rpc/context.ts'
import { takeAnswer } from './take-answer.ts'

/** A larger mail is not loaded. Five files of 10 MB, as mail encodes them. */
const MAX_MAIL_BYTES = 70 * 1024 * 1024
/** Mails in one run. The next one, a minute later, goes on. */
const MAILS_A_RUN = 50
/** For so long an answer may wait for storage or for its person's limits. Then its person is told. */
const PATIENCE_MS = 3 * 24 * 60 * 60_000
const CONNECT_TIMEOUT_MS = 15_000
const SOCKET_TIMEOUT_MS = 60_000

/**
 * Takes the answers that have come to the mailbox into their threads. A mail is marked as seen once it is done with; one that can't be
 * read is flagged, too, and stays for the operator. What a crash leaves unmarked is known by its id the next time. Product 2.10
 */
export async function readMailbox(portal: Portal, stop?: AbortSignal): Promise<void> {
  const { config, log } = portal
  if (!config.mailbox) return
  const { path, ...server } = serverOf(config.mailbox.url)
  const client = new ImapFlow({
    ...server,
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  })
  // Also thrown by what waits for it; without a listener it would end the process.
  client.on('error', (error: Error) =>
    log.warn({ error: error.message }, 'the connection to the mailbox broke'),
  )
  try {
    await client.connect()
    await client.mailboxOpen(path)
    const unseen = (await client.search({ seen: false }, { uid: true })) || []
    for (const uid of turnOf(unseen, Date.now())) {
      if (stop?.aborted) break
      const flags = await takeMail(portal, client, uid)
      if (flags === 'later') continue
      // Unmarked, it would be taken again each minute.
      if (!(await client.messageFlagsAdd([uid], flags, { uid: true })))
        throw new Error('a mail in the mailbox could not be marked as seen')
    }
    await client.logout()
  } finally {
    client.close()
  }
}

/** The mails of this run: from another place each minute, so that those that have to wait hold up no others. */
export function turnOf(unseen: readonly number[], now: number): number[] {
  if (unseen.length <= MAILS_A_RUN) return [...unseen]
  const from = (Math.floor(now / 60_000) * MAILS_A_RUN) % unseen.length
  return [...unseen.slice(from), ...unseen.slice(0, from)].slice(0, MAILS_A_RUN)
}

/** The flags that a mail gets now; 'later' when it can't be taken yet. Throws while the database does not answer. */
async function takeMail(portal: Portal, client: ImapFlow, uid: number): Promise<string[] | 'later'> {
  try {
    const about = await client.fetchOne(
      String(uid),
      { headers: true, size: true, internalDate: true },
      { uid: true },
    )
    // Removed meanwhile.
    if (about === false || about.headers === undefined) return ['\\Seen']
    const { headers: head, size = 0, internalDate } = about
    const age = Date.now() - new Date(internalDate ?? 0).getTime()
    const load = async () => {
      if (size > MAX_MAIL_BYTES) return null
      const mail = await client.fetchOne(String(uid), { source: true }, { uid: true })
      return mail ? (mail.source ?? null) : null
    }
    await takeAnswer(portal, { head, load, canWait: age < PATIENCE_MS })
    return ['\\Seen']
  } catch (error) {
    if (!client.usable || toDomainError(error)?.code === 'busy') throw error
    if (error instanceof DomainError) return 'later'
    portal.log.error({ uid, err: error }, 'a mail in the mailbox could not be read; it is flagged there')
    return ['\\Seen', '\\Flagged']
  }
}

function serverOf(address: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const secure = protocol === 'imaps:'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // The password never travels in clear.
    ...(!secure && !isHere && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    path: decodeURIComponent(pathname.slice(1)) || 'INBOX',
  }
}
