import { inPrimary } from '../ops/primary.ts'
import { serverRefusal } from '../refusal.ts'

/** An account's live streams at one server: more than anybody has windows in sight. */
const MAX_STREAMS = 10

/** In the primary, by person. */
const counts = new Map<string, number>()

const take = inPrimary('take stream', async (person: string): Promise<boolean> => {
  const count = counts.get(person) ?? 0
  if (count >= MAX_STREAMS) return false
  counts.set(person, count + 1)
  return true
})

const release = inPrimary('release stream', async (person: string): Promise<void> => {
  const count = counts.get(person) ?? 0
  if (count > 1) counts.set(person, count - 1)
  else counts.delete(person)
})

/** Counts a stream, for all workers of the server. Returns what ends the count. Throws DomainError 'too_many_streams'. */
export async function takeStream(person: string): Promise<() => Promise<void>> {
  if (!(await take(person))) throw serverRefusal('too_many_streams')
  return () => release(person)
}
