import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { startJobs } from '../src/server/jobs/jobs.ts'
import { createLive } from '../src/server/live/live.ts'
import { createPortal } from '../src/server/portal.ts'
import type { World } from './world.ts'

export type Received = { to: string[]; raw: string }
type Close = () => Promise<unknown> | unknown

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** A real mail server that keeps what arrives; `refuse` answers 550 to these addresses. */
export async function startMailServer(port: number, refuse: string[] = []) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(
        refuse.includes(address) ? Object.assign(new Error('No such person'), { responseCode: 550 }) : null,
      ),
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close: Close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { received, close }
}

/** The jobs of one server process, beside the world's own portal. Returns what ends them. */
export async function startJobsOf(
  connection: pg.PoolConfig,
  world: World,
  to: { smtpUrl?: string; dataDir?: string },
): Promise<Close> {
  const { portal, close } = createPortal(connection, { ...world.portal.config, smtpUrl: undefined, ...to })
  const live = createLive(connection, portal.log)
  await live.start()
  const jobs = await startJobs(portal, connection, live)
  return async () => {
    await jobs.stop()
    await live.stop()
    await close()
  }
}

export async function until(isTrue: () => boolean | Promise<boolean>, seconds = 20): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time')
    await sleep(50)
  }
}
