import cluster from 'node:cluster'

type Task = (input: unknown) => Promise<unknown>
type TaskRequest = { request: number; task: string; input: unknown }
type TaskReply = { reply: number; value?: unknown; error?: string }

const tasks = new Map<string, Task>()

/** Work that one process does for all workers: in a worker, the function returned sends its input to the primary. */
export function inPrimary<Input, Output>(
  task: string,
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  tasks.set(task, (input) => work(input as Input))
  return cluster.isWorker ? (input) => request(task, input) as Promise<Output> : work
}

type PendingTask = { resolve: (value: unknown) => void; reject: (error: Error) => void }

const pending = new Map<number, PendingTask>()
let count = 0

function request(task: string, input: unknown): Promise<unknown> {
  const id = count++
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject })
    process.send?.({ request: id, task, input } satisfies TaskRequest)
  })
}

if (cluster.isWorker)
  process.on('message', (message: TaskReply | object) => {
    if (!('reply' in message)) return
    const task = pending.get(message.reply)
    pending.delete(message.reply)
    if (message.error === undefined) task?.resolve(message.value)
    else task?.reject(new Error(message.error))
  })

cluster.on('message', async (worker, message: TaskRequest | object) => {
  if (!('request' in message)) return
  const { request: reply, task, input } = message
  const response: TaskReply = await runTask(task, input).then(
    (value) => ({ reply, value }),
    (error: unknown) => ({ reply, error: String(error) }),
  )
  if (worker.isConnected()) worker.send(response)
})

/** Rejects for a task whose module the primary did not import. */
async function runTask(task: string, input: unknown): Promise<unknown> {
  const work = tasks.get(task)
  if (!work) throw new Error(`The primary has no task "${task}"`)
  return work(input)
}
