import { z } from 'zod'
import { kind } from '../event-kind.ts'

const named = z.object({ file_name: z.string() })
const about = { concerns: ['building'], refreshes: ['documents'] } as const

/** The events of a building's documents. */
export const DOCUMENT_EVENTS = {
  document_uploaded: kind({
    ...about,
    payload: named,
    sentence: ({ actor, data }) => `${actor} added ${data.file_name}.`,
  }),
  /** Its subject is the new document; the earlier one went to the bin. */
  document_replaced: kind({
    ...about,
    payload: named.extend({ earlier_name: z.string(), earlier_id: z.string() }),
    sentence: ({ actor, data }) => `${actor} replaced ${data.earlier_name} by ${data.file_name}.`,
  }),
  document_renamed: kind({
    ...about,
    payload: named.extend({ earlier_name: z.string() }),
    sentence: ({ actor, data }) => `${actor} renamed ${data.earlier_name} to ${data.file_name}.`,
  }),
  document_deleted: kind({
    ...about,
    payload: named,
    sentence: ({ actor, data }) => `${actor} deleted ${data.file_name}.`,
  }),
  document_restored: kind({
    ...about,
    payload: named,
    sentence: ({ actor, data }) => `${actor} restored ${data.file_name}.`,
  }),
  /** By a person, or without an actor once its time in the bin was over. */
  document_purged: kind({
    ...about,
    payload: named,
    sentence: ({ data }) => `${data.file_name} was deleted for good.`,
  }),
}
