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
  /** What the portal said yes to. */
  services: { building: string; type: string }[]
  documents: string[]
  reads: number
  /** For each act that failed at first: how often, and how long it took until it was done. */
  failures: { act: string; tries: number; ms: number }[]
}

/** Nobody presses a button again sooner. */
const A_PERSON = 200

let buildings = 0

/**
 * Captains of as many buildings, who ask for services, put documents in and look at lists, all at once and without a
 * pause. Each tries again what failed, as a person would. The fault is made when half is done, and they go on until it is
 * over.
 */
export async function workAtOnce(
  origin: string,
  { captains, acts, fault }: { captains: number; acts: number; fault: () => Promise<void> },
): Promise<Work> {
  const work: Work = { services: [], documents: [], reads: 0, failures: [] }
  const types = (await createClient(origin).services.catalogue.query()).map(({ id }) => id)
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
          // The first try may have been done, and only its answer lost.
          await asked.catch((reason) => {
            if (!again || outcome({ status: 'rejected', reason }) !== 'service_already_requested')
              throw reason
          })
          work.services.push({ building, type })
        })
        await untilDone(work, 'upload', async () => {
          const { status, id } = await send(`Document ${act}.pdf`, pdf('House Rules', 50_000))
          if (status !== 201 || !id) throw new Error(`An upload was answered with ${status}`)
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
