import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export type MailMessage = { subject: string; text: string; html: string; replyTo?: string }
/** A message to one address. The key is the same at each attempt, so a duplicate is known as one. */
export type Mail = MailMessage & { key: string; to: string }

/** The one interface to the outside: resolves when the mail was accepted, rejects when it is to be retried. */
export type Transport = { deliver(mail: Mail): Promise<void>; close(): void }

const CONNECT_TIMEOUT_MS = 15_000
/**
 * For a whole delivery. Mail servers may scan for long, and leaving before the answer makes a mail arrive twice. Less than
 * the transaction's own timeout for a delivery (db/timeouts.ts).
 */
const DELIVERY_TIMEOUT_MS = 50_000

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>

/** Sends by SMTP; without a mail server each mail becomes a file that mail programs open. [4.mail.2] */
export function createMailTransport(
  config: MailConfig,
  log: Logger,
  delivery = DELIVERY_TIMEOUT_MS,
): Transport {
  const { smtpUrl, dataDir } = config
  return smtpUrl ? bySmtp(smtpUrl, config, delivery) : toFiles(join(dataDir, 'mail'), config, log)
}

function bySmtp(smtpUrl: string, config: MailConfig, delivery: number): Transport {
  const timeouts = {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: delivery,
  }
  const smtp = createTransport({ url: smtpUrl, ...timeouts })
  return {
    async deliver(mail) {
      // A socket timeout alone would not end a server that keeps talking.
      await smtp.sendMail({ ...message(mail, config), signal: AbortSignal.timeout(delivery) })
    },
    close: () => smtp.close(),
  }
}

function toFiles(folder: string, config: MailConfig, log: Logger): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(mail) {
      const { message: content } = await composer.sendMail(message(mail, config))
      const file = join(folder, `${mail.key}-${mail.to.replace(/[^a-z0-9@.-]+/gi, '_')}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when complete, because people read this folder.
      await writeFile(`${file}.part`, content, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ file }, 'SMTP_URL is not set: a mail was written to a file')
    },
    close: () => composer.close(),
  }
}

/** So that no program answers. RFC 3834 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

function message({ key, to, subject, text, html, replyTo }: Mail, { mailFrom, publicUrl }: MailConfig) {
  const messageId = `<${key}@${new URL(publicUrl).hostname}>`
  // An object, so that the address is never parsed as a list.
  const content = { subject, text, html, ...(replyTo && { replyTo: { name: '', address: replyTo } }) }
  return { from: mailFrom, to: { name: '', address: to }, ...content, messageId, headers: AUTOMATIC }
}
