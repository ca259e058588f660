import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { entryOf } from '../../domain/events.ts'
import { jobs, mails } from '../app.ts'
import type { Job } from '../feature.ts'
import { readMailbox } from '../features/messages/mailbox.ts'
import { sendDueMails } from '../mail/send-mails.ts'
import { createMailTransport } from '../mail/transport.ts'
import type { Portal } from '../rpc/context.ts'
import { removeOrphans } from '../storage/orphans.ts'

const MAIL = 'mail'
const EVERY_MINUTE = '* * * * *'
/** Collects a burst of events into one run of the mail job, in milliseconds. */
const SOON = 100
/** Running jobs get this long to finish at shutdown, in milliseconds. Another server or the next start does the rest. */
const SHUTDOWN_GRACE = 4000
/** Replaces a dead connection. The queue's own migration is one statement, so it needs the longer timeout. */
const TIMEOUTS = { connectionTimeoutMillis: 4000, query_timeout: 10_000 }

/** Every run makes up for missed ones, so a failed run is not repeated. */
const QUEUE = { policy: 'short', retryLimit: 0, deleteAfterSeconds: 60 * 60 } as const

const sweep: Job = { name: 'sweep', cron: '0 * * * *', run: removeOrphans }
/** Not in its feature's manifest: the browser's types follow those, and it reads files. */
const mailbox: Job = { name: 'mailbox', cron: EVERY_MINUTE, run: readMailbox }

const makesMailDue = (kind: string) => Object.hasOwn(mails, kind) || entryOf(kind)?.confirmsAddress

/**
 * Work that no request waits for. The queue is in PostgreSQL, shared by all servers: a job runs on one of them.
 * Every mailed event triggers the mail job; in case a trigger is lost, it also runs every minute.
 */
export async function startJobs(portal: Portal, connection: pg.PoolConfig) {
  const boss = new PgBoss({
    ...connection,
    schema: 'jobs',
    application_name: 'stoop jobs',
    max: 3,
    ...TIMEOUTS,
  })
  const warn = (job: string) => (error: { message: string; code?: string }) => {
    const reason = error.message || error.code
    portal.log.warn({ job, reason }, 'a job failed or could not be queued; its next run makes up for it')
  }
  boss.on('error', (error: Error & { queue?: string }) => warn(error.queue ?? 'any')(error))
  // The queue stores why a job failed, but does not report it.
  const run = (job: string, work: () => Promise<unknown>) => async () => {
    await work().catch((error) => {
      warn(job)(error)
      throw error
    })
  }
  const stopping = new AbortController()
  const transport = createMailTransport(portal.config, portal.log)
  await boss.start()
  await boss.createQueue(MAIL, QUEUE)

  const callMail = (singletonKey: 'now' | 'later', startAfter = 0) =>
    boss.send(MAIL, null, { singletonKey, startAfter }).catch(warn(MAIL))
  const sendMails = async () => {
    const seconds = await sendDueMails({ portal, transport, templates: mails }, stopping.signal)
    if (seconds !== null) await callMail('later', Math.ceil(seconds))
  }
  await boss.work(MAIL, { pollingIntervalSeconds: 1 }, run(MAIL, sendMails))
  await boss.schedule(MAIL, EVERY_MINUTE)
  let soon: NodeJS.Timeout | undefined
  const unsubscribe = portal.realtime.subscribeAll((notice) => {
    if (notice === 'end' || (notice !== 'resync' && !makesMailDue(notice.kind))) return
    soon ??= setTimeout(() => {
      soon = undefined
      void callMail('now')
    }, SOON)
  })
  await callMail('now')

  for (const { name, cron, clock, atStart, run: work } of [...jobs, sweep, mailbox]) {
    await boss.createQueue(name, QUEUE)
    if (atStart) await boss.send(name, null)
    await boss.work(
      name,
      { pollingIntervalSeconds: 30 },
      run(name, () => work(portal, stopping.signal)),
    )
    await boss.schedule(name, cron, null, clock === 'city' ? { tz: portal.config.timeZone } : {})
  }

  return {
    async stop(): Promise<void> {
      unsubscribe()
      clearTimeout(soon)
      stopping.abort()
      const ended = boss.stop({ graceful: true, timeout: SHUTDOWN_GRACE }).catch(warn('any'))
      await Promise.race([ended, sleep(SHUTDOWN_GRACE, undefined, { ref: false })])
      transport.close()
    },
  }
}

export type Jobs = Awaited<ReturnType<typeof startJobs>>
