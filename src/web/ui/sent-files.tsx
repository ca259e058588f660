import { useState } from 'react'
import { ATTACHED_NAMES, isPicture } from '../../domain/documents/attached-file.ts'
import type { EventKind } from '../../domain/events.ts'
import { reasonOf } from '../errors.ts'
import { refreshAfter } from '../refresh.ts'
import { sendFile } from '../send-file.ts'
import { ChooseFiles, type ChosenFile } from './choose-files.tsx'
import { confirm } from './confirm-dialog.tsx'
import { FileList, type ListedFile } from './file-list.tsx'
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

/** Sends files one after the other, and says which were not taken. */
export async function sendFiles(place: FilePlace, files: readonly ChosenFile[]): Promise<void> {
  if (files.length === 0) return
  for (const { id, file } of files) {
    try {
      await sendFile(place.address({ id, name: file.name }), file, { failed: place.failed })
    } catch (error) {
      notify.error(`${file.name}: ${reasonOf(error)}`)
    }
  }
  await refreshAfter(place.added)
}

type Props = {
  title: string
  /** The label of the button that adds some. */
  add: string
  files: readonly Omit<ListedFile, 'picture'>[]
  place: FilePlace
  most: number
  tooMany: string
  /** They can still be added and removed. */
  open: boolean
}

/** The files of a request or a quote, sent and removed at once. Nothing where there are none and none can be added. */
export function SentFiles({ title, add, files, place, most, tooMany, open }: Props) {
  const [sending, setSending] = useState(false)
  if (files.length === 0 && !open) return null

  async function send(chosen: ChosenFile[]): Promise<void> {
    setSending(true)
    await sendFiles(place, chosen)
    setSending(false)
  }

  async function remove({ id, file_name }: ListedFile): Promise<void> {
    const question = {
      title: 'Remove file',
      question: `Remove ${file_name}? It can’t be brought back.`,
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

  return (
    <section className={classes.files} aria-label={title}>
      <FileList
        label={title}
        files={files.map((file) => ({ ...file, picture: isPicture(file.url) }))}
        onRemove={open ? (file) => void remove(file) : undefined}
      />
      {open && (
        <ChooseFiles
          label={add}
          accept={ATTACHED_NAMES}
          count={files.length}
          most={most}
          tooMany={tooMany}
          busy={sending}
          onChoose={(chosen) => void send(chosen)}
        />
      )}
    </section>
  )
}
