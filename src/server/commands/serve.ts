import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { PRODUCT } from '../../domain/product.ts'
import type { Config } from '../config.ts'
import { createListener } from '../http.ts'
import { type Jobs, startJobs } from '../jobs/jobs.ts'
import { createLive, type Live } from '../live/live.ts'
import { writeLine } from '../log.ts'
import { observeProcess } from '../metrics.ts'
import { createPortal } from '../portal.ts'
import { StartError } from '../start-error.ts'
import { setThreads, startThreads, threads } from '../threads.ts'
import type { CommandContext } from './command.ts'

/** So long a server among others goes on after /readyz has begun to say that it stops: balancers ask every second. */
const FAREWELL = 3000
/** Requests that run when the portal stops get this long to finish. */
const LAST_REQUESTS = 4500
/** Connections to a database that says nothing are left behind after this. */
const LAST_WORDS = 1000

type Serving = Pick<CommandContext, 'config' | 'connection' | 'direct' | 'stop'>

/** `npm start`: serves until it is told to stop. Each thread that answers runs it; the first starts the others. */
export async function run(
  { config, connection, direct, stop }: Serving,
  welcome = firstSteps,
): Promise<void> {
  setThreads(config.threads)
  const { portal, close } = createPortal(connection, config)
  if (isMainThread) observeProcess(portal.metrics)
  const live = createLive(direct, portal.log)
  let jobs: Jobs | undefined
  let jobsEnd: Promise<void> | undefined
  let others: Promise<void> | undefined
  const endJobs = () => {
    jobsEnd ??= jobs?.stop()
  }
  try {
    await live.start()
    if (isMainThread) jobs = await startJobs(portal, connection, live)
    stop.addEventListener('abort', endJobs)
    if (!stop.aborted) {
      const server = createServer(await createListener(portal, live, stop))
      await listen(server, config)
      if (isMainThread) {
        process.stdout.write(welcome(config))
        others = startThreads({ config, connection, direct }, writeLine, stop)
      }
      await serve(server, config, stop, live)
    }
  } finally {
    endJobs()
    await jobsEnd
    const closed = Promise.race([Promise.all([live.stop(), close()]), pause(LAST_WORDS)])
    await Promise.race([others, pause(LAST_REQUESTS + LAST_WORDS)])
    await closed
  }
}

const pause = (ms: number) => sleep(ms, undefined, { ref: false })

async function serve(server: Server, config: Config, stop: AbortSignal, live: Live): Promise<void> {
  if (!stop.aborted) await once(stop, 'abort')
  if (config.databaseUrl && stop.reason === 'SIGTERM') await sayFarewell(server)
  const closed = once(server, 'close')
  live.endStreams()
  server.close()
  // A browser keeps its connection: that of a stream, or of a last request, is idle only once its answer is sent.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  setTimeout(() => server.closeAllConnections(), LAST_REQUESTS).unref()
  await closed
  clearInterval(idle)
}

/** Whoever comes still is served, and told to come by another connection next time: a balancer opens it elsewhere. */
async function sayFarewell(server: Server): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await sleep(FAREWELL)
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  const reusePort = threads() > 1
  try {
    // Another portal that shares its port among its threads would share it with these, without a word.
    if (reusePort && isMainThread) await refuseUsed({ host, port })
    server.listen({ host, port, reusePort })
    await once(server, 'listening')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} of ${host} is in use: stop the other program, or set another PORT.`)
    }
    if (code === 'EACCES') {
      throw new StartError(`This user may not open port ${port}: set another PORT, such as 3000.`)
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`HOST is ${host}, which is not an address of this machine.`)
    }
    throw cause
  }
}

async function refuseUsed(at: { host: string; port: number }): Promise<void> {
  const alone = createServer().listen(at)
  await once(alone, 'listening')
  alone.close()
  await once(alone, 'close')
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
