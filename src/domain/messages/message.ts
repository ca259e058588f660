import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, ids, optionalLongText, wholeNumber } from '../text.ts'

export const MAX_MESSAGE_FILES = 5
/** So many one person may send in a thread within an hour. */
export const MESSAGES_AN_HOUR = 60
/** Days after which a file is removed that no message names. */
export const UNSENT_FILE_DAYS = 1

/** A message to the other side of an accepted quote. Its own id is chosen by the sender: sent again, it is there once. */
export const SendMessage = z.strictObject({
  quote: id,
  id,
  words: optionalLongText('Message', LIMITS.message),
  files: ids('Files', MAX_MESSAGE_FILES),
})

export const MESSAGES_PAGE = 50
/** More of a thread is not shown at once. */
export const MOST_MESSAGES = 5000

/** The last so many messages of a thread. */
export const ReadMessages = z.strictObject({ quote: id, last: wholeNumber('Messages', 1, MOST_MESSAGES) })

/** Up to which message a person has read a thread. */
export const MarkRead = z.strictObject({ quote: id, number: wholeNumber('Message', 1, 1_000_000_000) })

/** What an upload's address says: the quote, the file's own id, which the browser chose, and its name. */
export const NewMessageFile = z.strictObject({ quote: id, id, name: z.string().default('') })

/** Throws DomainError 'invalid_input' for a message of nothing, 'conflict' after too many of one person within an hour. Product 2.10 */
export function requireMessage(
  { words, files }: Pick<z.infer<typeof SendMessage>, 'words' | 'files'>,
  sentInHour: number,
): void {
  if (words === null && files.length === 0)
    throw new DomainError('invalid_input', MESSAGE_TEXTS.empty, 'words')
  if (sentInHour >= MESSAGES_AN_HOUR)
    throw new DomainError(
      'conflict',
      `you can send at most ${MESSAGES_AN_HOUR} messages an hour. Please call instead`,
    )
}

/** Texts about messages. */
export const MESSAGE_TEXTS = {
  empty: 'Write something, or add a file',
  tooManyFiles: `A message has at most ${MAX_MESSAGE_FILES} files.`,
  failed: (reason: string) => `The message could not be sent: ${reason}`,
  fileFailed: 'The file could not be sent',
  loadFailed: (reason: string) => `The messages could not be loaded. ${reason}`,
} as const
