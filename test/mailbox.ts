import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Portal } from '../src/server/context.ts'
import { sendDueMails } from '../src/server/mail/send-mails.ts'
import { createMailTransport } from '../src/server/mail/transport.ts'
import { mailsTo } from './mail-files.ts'

/** Sends what is due and gives what an address got so far. */
export function openPostOffice(portal: Portal) {
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-post-'))
  const transport = createMailTransport({ ...portal.config, dataDir, smtpUrl: undefined }, portal.log)
  return {
    async mailsTo(email: string): Promise<string[]> {
      await sendDueMails(portal, transport, new AbortController().signal)
      return mailsTo(join(dataDir, 'mail'), email)
    },
    close(): void {
      transport.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
