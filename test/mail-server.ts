import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { startJobs } from '../src/server/jobs/jobs.ts'
import { createPortal } from '../src/server/portal.ts'
import { size } from './faults/drill.ts'
import type { World } from './world.ts'

export type Received = { to: string[]; raw: string }
type Close = () => Promise<unknown> | unknown

/** The faults of a mail server that still answers. */
export const MAIL_FAULTS = {
  'refuses all recipients for now (451)': { recipient: 451 },
  'refuses all contents for now (451)': { content: 451 },
  'sends everybody away (421)': { sender: 421 },
  'takes a mail and breaks off before it says so': { breaksOff: true },
  'answers late': { delay: size(300, 20_000) },
  'begins to answer and never ends': { babbles: true },
} satisfies Record<string, Fault>

type Fault = {
  sender?: number
  recipient?: number
  content?: number
  breaksOff?: boolean
  delay?: number
  babbles?: boolean
}
export type MailFault = keyof typeof MAIL_FAULTS

/**
 * A real mail server that keeps what arrives: `received` is acknowledged by 250, `seen` includes the rest. Addresses
 * in `refuse` get 550.
 */
export async function startMailServer(port: number, refuse: string[] = []) {
  const received: Received[] = []
  const seen: Received[] = []
  const sockets = new Map<number, Socket>()
  let fault: Fault = {}

  const answer = (code: number | undefined, text: string) =>
    code ? Object.assign(new Error(text), { responseCode: code }) : null
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onMailFrom: (_, __, done) => done(answer(fault.sender, 'Not today')),
    onRcptTo: ({ address }, _, done) =>
      done(answer(refuse.includes(address) ? 550 : fault.recipient, 'No such person')),
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += chunk
      })
      stream.on('end', async () => {
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), raw }
        const socket = sockets.get(session.remotePort)
        const { content, breaksOff, delay, babbles } = fault
        seen.push(mail)
        if (delay) await sleep(delay)
        if (breaksOff) socket?.destroy()
        else if (babbles) babble(socket)
        else {
          // The client may be gone by now.
          if (!content && socket?.writable) received.push(mail)
          done(answer(content, 'Later, please'))
        }
      })
    },
  })
  // A killed portal breaks off its connection; any other error of this server fails the test.
  server.on('error', (error) => {
    if (!('remoteAddress' in error)) throw error
  })
  server.server.on('connection', (socket) => sockets.set(socket.remotePort ?? 0, socket))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    received,
    seen,
    /** Sets the fault from now on; none by default. */
    set(wrong?: MailFault): void {
      fault = wrong ? MAIL_FAULTS[wrong] : {}
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Writes a response that never ends. */
function babble(socket: Socket | undefined): void {
  const talking = setInterval(() => socket?.write('250-One moment, please\r\n'), 100)
  socket?.once('close', () => clearInterval(talking))
}

/** Starts the jobs of one more server process on the world's database. Returns the function that stops them. */
export async function startJobsOf(
  connection: pg.PoolConfig,
  world: World,
  to: { smtpUrl?: string; dataDir?: string },
): Promise<Close> {
  const { portal, close } = createPortal(connection, { ...world.portal.config, smtpUrl: undefined, ...to })
  await portal.realtime.start()
  const jobs = await startJobs(portal, connection)
  return async () => {
    await jobs.stop()
    await portal.realtime.stop()
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
