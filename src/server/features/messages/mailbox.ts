import { ImapFlow } from 'imapflow'
import { toDomainError } from '../../db/errors.ts'
import type { Portal } from '../../rpc/context.ts'
import { isPassing, takeAnswer } from './take-answer.ts'

/** A larger mail is not loaded. Five files of 10 MB, as mail encodes them. */
const MAX_MAIL_BYTES = 70 * 1024 * 1024
/** Mails in one run. The next one, a minute later, goes on. */
const MAILS_A_RUN = 50
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
  client.on('error', (error: Error) => log.warn({ error: error.message }, 'the connection to the mailbox broke'))
  try {
    await client.connect()
    await client.mailboxOpen(path)
    const unseen = (await client.search({ seen: false }, { uid: true })) || []
    for (const uid of unseen.slice(0, MAILS_A_RUN)) {
      if (stop?.aborted) break
      const flags = await takeMail(portal, client, uid)
      if (flags === 'later') break
      await client.messageFlagsAdd([uid], flags, { uid: true })
    }
    await client.logout()
  } finally {
    client.close()
  }
}

/** The flags that a mail gets now; 'later' while the database or the storage does not take it. */
async function takeMail(portal: Portal, client: ImapFlow, uid: number): Promise<string[] | 'later'> {
  try {
    const about = await client.fetchOne(String(uid), { size: true }, { uid: true })
    if (about && (about.size ?? 0) > MAX_MAIL_BYTES) throw new Error('it is too large')
    const mail = await client.fetchOne(String(uid), { source: true }, { uid: true })
    // Removed meanwhile.
    if (!mail || !mail.source) return ['\\Seen']
    await takeAnswer(portal, mail.source)
    return ['\\Seen']
  } catch (error) {
    if (!client.usable) throw error
    if (isPassing(toDomainError(error) ?? error)) return 'later'
    portal.log.error({ uid, err: error }, 'a mail in the mailbox could not be read; it is flagged there')
    return ['\\Seen', '\\Flagged']
  }
}

function serverOf(address: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const secure = protocol === 'imaps:'
  return {
    host: hostname,
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    path: decodeURIComponent(pathname.slice(1)) || 'INBOX',
  }
}
