import { useState } from 'react'
import { ATTACHED_NAMES, isPicture } from '../../domain/documents/attached-file.ts'
import type { EventKind } from '../../domain/events.ts'
import { reasonOf } from '../errors.ts'
import { refreshAfter } from '../refresh.ts'
import { sendFile } from '../send-file.ts'
import { ChooseFiles, type ChosenFile } from './choose-files.tsx'
import { confirm } from './confirm-dialog.tsx'
import { FileList, type ListedFile } from './file-list.tsx'
import { LoadFailed } from './load-failed.tsx'
import { notify } from './notify.tsx'
import classes from './sent-files.module.css'

/** Where files of one thing are sent, and what is said of it. */
export type FilePlace = {
  address: (file: { id: string; name?: string }) => string
  added: EventKind
  removed: EventKind
  failed: string
  removeFailed: string
}

/** Sends files one after the other, and says which were not taken. Returns whether all were. */
export async function sendFiles(place: FilePlace, files: readonly ChosenFile[]): Promise<boolean> {
  if (files.length === 0) return true
  let taken = 0
  for (const { id, file } of files) {
    try {
      await sendFile(place.address({ id, name: file.name }), file, { failed: place.failed })
      taken += 1
    } catch (error) {
      notify.error(`${file.name}: ${reasonOf(error)}`)
    }
  }
  await refreshAfter(place.added)
  return taken === files.length
}

/** Removes one of them after a question; `name` is what it is called there. */
export async function removeSent(
  place: FilePlace,
  id: string,
  name: string,
  title = 'Remove file',
): Promise<void> {
  const question = {
    title,
    question: `Remove ${name}? It can’t be brought back.`,
    action: 'Remove',
    danger: true,
  }
  if (!(await confirm(question))) return
  try {
    await sendFile(place.address({ id }), null, { failed: place.removeFailed })
  } catch (error) {
    notify.error(`${place.removeFailed}: ${reasonOf(error)}`)
  }
  await refreshAfter(place.removed)
}

type SentFile = Omit<ListedFile, 'picture'>
type Props = {
  title: string
  /** The label of the button that adds some. */
  add: string
  /** The query of those that were sent. */
  sent: {
    data?: readonly SentFile[]
    isError: boolean
    error: unknown
    isFetching: boolean
    refetch: () => unknown
  }
  place: FilePlace
  most: number
  tooMany: string
  /** They can still be added and removed. */
  open: boolean
}

/** The files of a request, a quote or an invoice, sent and removed at once. Nothing where there are none and none can be added. */
export function SentFiles({ title, add, sent, place, most, tooMany, open }: Props) {
  const [sending, setSending] = useState(false)
  if (!sent.data && sent.isError)
    return (
      <LoadFailed
        reason={`The files could not be loaded. ${reasonOf(sent.error)}`}
        onRetry={() => sent.refetch()}
        busy={sent.isFetching}
      />
    )
  const files = sent.data ?? []
  if (files.length === 0 && !open) return null

  async function send(chosen: ChosenFile[]): Promise<void> {
    setSending(true)
    await sendFiles(place, chosen)
    setSending(false)
  }

  return (
    <section className={classes.files} aria-label={title}>
      <FileList
        label={title}
        files={files.map((file) => ({ ...file, picture: isPicture(file.url) }))}
        onRemove={open ? ({ id, file_name }) => void removeSent(place, id, file_name) : undefined}
      />
      {open && (
        <ChooseFiles
          label={add}
          accept={ATTACHED_NAMES}
          // While they load the button has its place, so that nothing moves below it.
          count={sent.data ? files.length : most}
          most={most}
          tooMany={tooMany}
          busy={sending}
          onChoose={(chosen) => void send(chosen)}
        />
      )}
    </section>
  )
}
