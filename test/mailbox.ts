import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mails } from '../src/server/app.ts'
import { sendDueMails } from '../src/server/mail/send-mails.ts'
import { createMailTransport } from '../src/server/mail/transport.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { mailsTo } from './mail-files.ts'

/** Sends all due mails and reads those to an address. */
export function openPostOffice(portal: Portal) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-post-'))
  const transport = createMailTransport({ ...portal.config, dataDir, smtpUrl: undefined }, portal.log)
  return {
    async mailsTo(email: string): Promise<string[]> {
      await sendDueMails({ portal, transport, templates: mails }, new AbortController().signal)
      return mailsTo(join(dataDir, 'mail'), email)
    },
    close(): void {
      transport.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
