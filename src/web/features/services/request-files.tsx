import { Button, FileButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isPicture, MAX_REQUEST_FILES, REQUEST_FILE_MESSAGES } from '../../../domain/services/request-file.ts'
import { isOpen } from '../../../domain/services/status.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { FileList, type ListedFile } from '../../ui/file-list.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './request-form.module.css'
import type { Service } from './service-card.tsx'

const ACCEPTED = '.pdf,.docx,.xlsx,.jpg,.jpeg,.png'

function fileAddress(service: string, id: string, name?: string): string {
  return `/api/request-files?${new URLSearchParams({ service, id, ...(name !== undefined && { name }) })}`
}

/** A file with the id that it gets: sent again, it is there once. */
export type ChosenFile = { id: string; file: File }

/** Sends the files of a request one after the other, and says which were not taken. */
export async function sendRequestFiles(service: string, files: readonly ChosenFile[]): Promise<void> {
  if (files.length === 0) return
  for (const { id, file } of files) {
    try {
      const address = fileAddress(service, id, file.name)
      await sendFile(address, file, { failed: REQUEST_FILE_MESSAGES.failed })
    } catch (error) {
      notify.error(`${file.name}: ${reasonOf(error)}`)
    }
  }
  await refreshAfter('request_file_added')
}

type ChooseProps = { count: number; busy?: boolean; onChoose: (files: ChosenFile[]) => void }

/** Chooses so many photos and files that a request has at most ten. */
export function ChooseFiles({ count, busy = false, onChoose }: ChooseProps) {
  // Let the person choose the same files again.
  const reset = useRef<() => void>(null)
  const room = Math.max(0, MAX_REQUEST_FILES - count)
  return (
    <FileButton
      resetRef={reset}
      multiple
      accept={ACCEPTED}
      disabled={room === 0 || busy}
      onChange={(files) => {
        reset.current?.()
        if (files.length > room) notify.error(`A request has at most ${MAX_REQUEST_FILES} photos and files.`)
        const chosen = files.slice(0, room).map((file) => ({ id: crypto.randomUUID(), file }))
        if (chosen.length > 0) onChoose(chosen)
      }}
      inputProps={{ 'aria-label': 'Add photos or files' }}
    >
      {(props) => (
        <Button {...props} variant="default" loading={busy}>
          Add photos or files
        </Button>
      )}
    </FileButton>
  )
}

/** The photos and files of a request; added and removed while it is open. Product 2.1 */
export function RequestFiles({ service }: { service: Service }) {
  const { id, round, status } = service
  const query = useQuery(trpc.services.files.queryOptions({ building_service_id: id, round }))
  const [sending, setSending] = useState(false)
  const files = (query.data ?? []).map((file) => ({ ...file, picture: isPicture(file.url) }))
  const open = isOpen(status)
  if (!query.data || (files.length === 0 && !open)) return null

  async function add(chosen: ChosenFile[]): Promise<void> {
    setSending(true)
    await sendRequestFiles(id, chosen)
    setSending(false)
  }

  async function remove(file: ListedFile): Promise<void> {
    const question = {
      title: 'Remove file',
      question: `Remove ${file.file_name}? It can’t be brought back.`,
      action: 'Remove',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await sendFile(fileAddress(id, file.id), null, { failed: REQUEST_FILE_MESSAGES.removeFailed })
    } catch (error) {
      notify.error(`${REQUEST_FILE_MESSAGES.removeFailed}: ${reasonOf(error)}`)
    }
    await refreshAfter('request_file_removed')
  }

  return (
    <section className={classes.files} aria-label="Photos and files">
      <FileList
        label="Photos and files"
        files={files}
        onRemove={open ? (file) => void remove(file) : undefined}
      />
      {open && <ChooseFiles count={files.length} busy={sending} onChoose={(chosen) => void add(chosen)} />}
    </section>
  )
}
