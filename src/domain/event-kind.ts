import { z } from 'zod'

/** Who hears of an event: everyone in its building, its vendor, the vendor's crew, the person it is about. Admins hear of all. */
export type Stream = 'building' | 'vendor' | 'crew' | 'subject'

/** What the catalog says of a kind. */
export type Entry<Concerns extends readonly Stream[], Data, Part extends string> = {
  /** The schema of the event's `data`, parsed when it is written and when it is read. */
  payload: z.ZodType<Data>
  concerns: Concerns
  /** The parts of the API whose answers it may change: routers, or single procedures. src/web/refresh.ts checks their names. */
  refreshes: readonly Part[]
  /** Changes what its subject may see, so their live stream ends and reopens under the new rules. */
  changesAccess?: true
  /** The answer to the call brings the browser its next session, so the person's streams hear of it a little later. */
  replacesSession?: true
  /** Confirms its subject's e-mail address, so mail that waited for that is sent. */
  confirmsAddress?: true
  /** Its sentence in a feed, with the names of its actor and its subject. */
  sentence: (facts: { actor: string; subject: string; data: Data }) => string
}

/** An entry of the catalog, with the types of its payload and of whom it concerns. */
export const kind = <const Concerns extends readonly Stream[], Data, const Part extends string>(
  entry: Entry<Concerns, Data, Part>,
) => entry

/** The payload of an event that needs none. */
export const noPayload = z.object({})
