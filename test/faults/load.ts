import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, outcome, signUpResident } from '../http-client.ts'
import { pdf } from '../sample-files.ts'
import { openUploader } from '../upload.ts'

export const REQUEST = {
  description: 'Every other week, please',
  service_type: 'recurring' as const,
  required_every_weeks: 2,
  preferred_start_date: '2099-01-05',
  preferred_end_date: '2099-06-30',
}

export type Work = {
  /** What the portal acknowledged. */
  services: { building: string; type: string }[]
  documents: string[]
  reads: number
  /** For each action that failed at first: the number of attempts, and the time until it succeeded. */
  failures: { act: string; tries: number; ms: number }[]
}

/** Nobody presses a button again sooner than this. */
const A_PERSON = 200

let buildings = 0

/**
 * Captains of several buildings who request services, upload documents and read lists concurrently without a pause.
 * Each retries what failed, as a person would. The fault is made at half of the work, which goes on until it is over.
 */
export async function workAtOnce(
  origin: string,
  { captains, acts, fault }: { captains: number; acts: number; fault: () => Promise<void> },
): Promise<Work> {
  const work: Work = { services: [], documents: [], reads: 0, failures: [] }
  const types = (await createClient(origin).services.catalog.query()).map(({ id }) => id)
  const people = await Promise.all(
    Array.from({ length: captains }, async () => {
      const person = await openUploader(origin)
      await signUpResident(person.client, { address: `${++buildings} Load Street` })
      const session = await person.client.accounts.session.query()
      return { ...person, building: session?.building?.id ?? '' }
    }),
  )
  let left = captains * acts
  let made: Promise<void> | undefined
  let isOver = false
  await Promise.all(
    people.map(async ({ client, building, send }) => {
      for (let act = 0; act < acts || !isOver; act += 1) {
        const type = types[act]
        await untilDone(work, 'ask', async (again) => {
          if (!type) return
          const asked = client.services.request.mutate({ ...REQUEST, service_type_id: type })
          // The first attempt may have succeeded, with only its answer lost.
          await asked.catch((reason) => {
            if (!again || outcome({ status: 'rejected', reason }) !== 'service_already_requested')
              throw reason
          })
          work.services.push({ building, type })
        })
        await untilDone(work, 'upload', async () => {
          const { status, id } = await send(`Document ${act}.pdf`, pdf('House Rules', 50_000))
          if (status !== 201 || !id) throw new Error(`An upload got status ${status}`)
          work.documents.push(id)
        })
        await untilDone(work, 'look', async () => {
          await client.services.list.query()
          work.reads += 1
        })
        left -= 1
        if (left < (captains * acts) / 2) {
          made ??= fault().then(() => {
            isOver = true
          })
        }
      }
    }),
  )
  await made
  return work
}

async function untilDone(work: Work, act: string, attempt: (again: boolean) => Promise<void>): Promise<void> {
  const from = performance.now()
  for (let tries = 0; ; tries += 1) {
    try {
      await attempt(tries > 0)
      if (tries > 0) work.failures.push({ act, tries, ms: performance.now() - from })
      return
    } catch (error) {
      if (tries === 5) throw error
      await sleep(A_PERSON)
    }
  }
}
