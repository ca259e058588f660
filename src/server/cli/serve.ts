import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PRODUCT } from '../../domain/product.ts'
import type { Config } from '../config.ts'
import '../ops/metrics-of-workers.ts'
import { CLOSE_TIMEOUT, DRAIN, REQUEST_GRACE } from '../ops/shutdown.ts'
import { runWorkers } from '../ops/workers.ts'
import '../realtime/stream-limit.ts'
import '../session/password-hash.ts'
import { tempFolder } from '../storage/disk-reserve.ts'
import { makePrivate } from '../storage/private-folder.ts'
import type { CommandContext } from './command.ts'

/**
 * `npm start`: serves until `stop`. A single process does everything. With workers, they answer requests, and the primary
 * owns the database, the log, the signals and the shared tasks (the side-effect imports).
 */
export async function run(
  { stop, config, connection, direct }: CommandContext,
  welcome = firstSteps,
): Promise<void> {
  await tightenFolders(config)
  const given = { config, connection, direct }
  const onListening = () => void process.stdout.write(welcome(config))
  if (config.processes === 1) {
    const { serveRequests } = await import('./serve-requests.ts')
    return serveRequests(given, stop, onListening)
  }
  const grace = DRAIN + REQUEST_GRACE + CLOSE_TIMEOUT
  await runWorkers({ count: config.processes, given, stop, grace, onListening })
}

/** Other users of this machine must not read documents and mails. */
async function tightenFolders(config: Config): Promise<void> {
  const stored = config.filesUrl.startsWith('file:') ? [fileURLToPath(config.filesUrl)] : []
  for (const folder of [...stored, tempFolder(config), join(config.dataDir, 'mail')])
    await makePrivate(folder).catch((error: Error) => {
      process.stderr.write(`Other users of this machine may be able to read ${folder}: ${error.message}.\n`)
    })
}

function firstSteps(config: Config): string {
  const mail = config.smtpUrl
    ? ''
    : `\n  4. Mail is written to ${config.dataDir}/mail until SMTP_URL names a mail server.`
  return `
${PRODUCT} is ready at ${config.publicUrl}

First steps:
  1. Open ${config.publicUrl}/signup and sign up as a homeowner of a new building.
  2. In another browser, sign up as a vendor of the same services, and answer with a quote.
  3. npm run demo shows a lively little city; npm run admin -- <email> makes an administrator.${mail}
Ctrl-C stops it.
`
}
