import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export type Letter = { subject: string; text: string; html: string }
/** One letter to one address. The key is the same at each try: what arrives twice is known to be the same mail. */
export type Mail = Letter & { key: string; to: string }

/** The one interface to the outside: resolves when the mail was taken, rejects when it has to be tried again. */
export type Transport = { deliver(mail: Mail): Promise<void>; close(): void }

/** Nobody at the other end for so long counts as a dead mail server. */
const PATIENCE = 15_000
/**
 * For a whole letter. A mail server may look at its content for long, and whoever leaves before the answer makes it
 * arrive twice; but its transaction is given no more time than DELIVERY of database/patience.ts.
 */
const DELIVERY = 50_000

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>

/** Sends by SMTP; without a mail server each mail becomes a file that mail programs open. */
export function createMailTransport(config: MailConfig, log: Logger, delivery = DELIVERY): Transport {
  const { smtpUrl, dataDir } = config
  return smtpUrl ? bySmtp(smtpUrl, config, delivery) : toFiles(join(dataDir, 'mail'), config, log)
}

function bySmtp(smtpUrl: string, config: MailConfig, delivery: number): Transport {
  const patience = { connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: delivery }
  const smtp = createTransport({ url: smtpUrl, ...patience })
  return {
    async deliver(mail) {
      // The limit of silence alone would not end a server that goes on talking.
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
      // Whole at once: somebody may be looking into the folder.
      await writeFile(`${file}.part`, content, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ file }, 'SMTP_URL is not set: a mail was written to a file')
    },
    close: () => composer.close(),
  }
}

function message({ key, to, subject, text, html }: Mail, { mailFrom, publicUrl }: MailConfig) {
  const messageId = `<${key}@${new URL(publicUrl).hostname}>`
  // An address is an object, so that nothing in it is read as a list of several.
  return { from: mailFrom, to: { name: '', address: to }, subject, text, html, messageId }
}
