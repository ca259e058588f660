import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { chargeFees } from '../billing/charge-fees.ts'
import type { Portal } from '../context.ts'
import { sweepFiles } from '../documents/sweep.ts'
import type { Live } from '../live/live.ts'
import { isMailed } from '../mail/letters.ts'
import { sendDueMails } from '../mail/send-mails.ts'
import { createMailTransport } from '../mail/transport.ts'

const MAIL = 'mail'
const EVERY_MINUTE = '* * * * *'
const FEES = 'fees'
const SWEEP = 'sweep'
const EVERY_HOUR = '0 * * * *'
/** A request to five hundred vendors is as many events, and one call of the mail job. */
const SOON = 100
/** A job that runs when the portal stops gets this long to finish; another server, or the next start, does the rest. */
const LAST_JOBS = 4000
/** A connection that lost its other end is given up, and the next one takes over. Its tables are made in one statement. */
const PATIENCE = { connectionTimeoutMillis: 4000, query_timeout: 10_000 }

/**
 * Work that no request waits for. The queue is in PostgreSQL, for all servers together: a job runs on one of them. The
 * mail job is called by each event that is mailed and, should a call be lost, every minute. The fee job runs at each start
 * and every hour of the city's clock, so that a month's fees are there when the month begins.
 */
export async function startJobs(portal: Portal, connection: pg.PoolConfig, live: Live) {
  const boss = new PgBoss({
    ...connection,
    schema: 'jobs',
    application_name: 'stoop jobs',
    max: 3,
    ...PATIENCE,
  })
  const warn = (error: unknown) =>
    portal.log.warn({ error: String(error) }, 'a job could not be queued or run')
  boss.on('error', warn)
  const stopping = new AbortController()
  const transport = createMailTransport(portal.config, portal.log)
  await boss.start()
  await boss.createQueue(MAIL, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 60 * 60 })

  const callMail = (singletonKey: 'now' | 'later', startAfter = 0) =>
    boss.send(MAIL, null, { singletonKey, startAfter }).catch(warn)
  await boss.work(MAIL, { pollingIntervalSeconds: 1 }, async () => {
    const seconds = await sendDueMails(portal, transport, stopping.signal)
    if (seconds !== null) await callMail('later', Math.ceil(seconds))
  })
  await boss.schedule(MAIL, EVERY_MINUTE)
  let soon: NodeJS.Timeout | undefined
  const unfollow = live.followAll((notice) => {
    if (notice === 'end' || (notice !== 'resync' && !isMailed(notice.kind))) return
    soon ??= setTimeout(() => {
      soon = undefined
      void callMail('now')
    }, SOON)
  })
  await callMail('now')

  await boss.createQueue(FEES, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 60 * 60 })
  await boss.send(FEES, null)
  await boss.work(FEES, { pollingIntervalSeconds: 30 }, () => chargeFees(portal, stopping.signal))
  await boss.schedule(FEES, EVERY_HOUR, null, { tz: portal.config.timeZone })

  await boss.createQueue(SWEEP, { policy: 'short', retryLimit: 0, deleteAfterSeconds: 60 * 60 })
  await boss.work(SWEEP, { pollingIntervalSeconds: 30 }, () => sweepFiles(portal))
  await boss.schedule(SWEEP, EVERY_HOUR)

  return {
    async stop(): Promise<void> {
      unfollow()
      clearTimeout(soon)
      stopping.abort()
      const ended = boss.stop({ graceful: true, timeout: LAST_JOBS }).catch(warn)
      await Promise.race([ended, sleep(LAST_JOBS, undefined, { ref: false })])
      transport.close()
    },
  }
}

export type Jobs = Awaited<ReturnType<typeof startJobs>>
