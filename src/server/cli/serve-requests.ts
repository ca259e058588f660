import { setTimeout as sleep } from 'node:timers/promises'
import { type Jobs, startJobs } from '../jobs/jobs.ts'
import { serveHttp } from '../ops/http-server.ts'
import { observeProcess } from '../ops/metrics.ts'
import { CLOSE_TIMEOUT } from '../ops/shutdown.ts'
import { workerIndex } from '../ops/workers.ts'
import { createPortal } from '../portal.ts'
import type { CommandContext } from './command.ts'

export type Serving = Pick<CommandContext, 'config' | 'connection' | 'direct'>

/** Serves requests until `stop`. Of several processes that do, the first runs the jobs, too. */
export async function serveRequests(
  { config, connection, direct }: Serving,
  stop: AbortSignal,
  onListening = () => {},
): Promise<void> {
  const { portal, close } = createPortal(connection, config, undefined, direct)
  observeProcess(portal.metrics)
  let jobs: Jobs | undefined
  let jobsEnd: Promise<void> | undefined
  const endJobs = () => {
    jobsEnd ??= jobs?.stop()
  }
  try {
    await portal.realtime.start()
    if (workerIndex === 0) jobs = await startJobs(portal, connection)
    stop.addEventListener('abort', endJobs)
    if (!stop.aborted) await serveHttp(portal, stop, onListening)
  } finally {
    endJobs()
    await jobsEnd
    const closed = Promise.all([portal.realtime.stop(), close()])
    await Promise.race([closed, sleep(CLOSE_TIMEOUT, undefined, { ref: false })])
  }
}
