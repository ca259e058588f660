import { Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { formatMonthDay, today } from '../../../domain/calendar.ts'
import { BIN_DAYS, timeInBin } from '../../../domain/documents/bin.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import { formatFileSize } from '../../../domain/file-size.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './bin-dialog.module.css'
import { ViewDocument } from './view-document.tsx'

type Contents = inferOutput<typeof trpc.documents.bin>
type BinnedDocument = Contents['documents'][number]

type Props = { opened: boolean; onClose: () => void }

/** The deleted documents: who deleted each and when, how long it can be restored; and how to make room. */
export function BinDialog({ opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Bin"
      lead={`Deleted documents can be restored for ${BIN_DAYS} days. They take space until then.`}
    >
      <BinContents />
    </FormDialog>
  )
}

function BinContents() {
  const [page, setPage] = useState(1)
  const bin = useQuery(trpc.documents.bin.queryOptions({ page }, { placeholderData: keepPreviousData }))
  if (bin.isPending) return <RowSkeletons count={3} label="Loading the bin…" />
  if (bin.isLoadingError) {
    return (
      <LoadFailed
        reason={`The bin could not be loaded. ${reasonOf(bin.error)}`}
        onRetry={() => bin.refetch()}
        busy={bin.isFetching}
      />
    )
  }
  const { documents, total, page_size } = bin.data
  if (total === 0) return <p className={classes.empty}>The bin is empty.</p>
  return (
    <>
      <ul className={classes.list} aria-label="Deleted documents">
        {documents.map((document) => (
          <BinRow key={document.id} document={document} />
        ))}
      </ul>
      <Pager
        page={page}
        total={total}
        pageSize={page_size}
        isBefore={bin.isPlaceholderData}
        onPage={setPage}
        label="Pages of the bin"
      />
      <EmptyBin total={total} bytes={bin.data.bytes} />
    </>
  )
}

function BinRow({ document }: { document: BinnedDocument }) {
  const { id, file_name, file_size, deleted_at, deleted_by } = document
  const { mutateAsync, isPending } = useMutation(trpc.documents.restore.mutationOptions())
  const day = today(new Date(deleted_at), CITY_TIME_ZONE)

  async function restore(): Promise<void> {
    try {
      await mutateAsync({ id })
      notify.success(DOCUMENT_MESSAGES.restored)
    } catch (error) {
      notify.error(DOCUMENT_MESSAGES.restoreFailed(reasonOf(error)))
    }
    void refreshAfter('document_restored')
  }

  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <span className={classes.name} title={file_name}>
          {file_name}
        </span>
        <span className={classes.facts}>
          Deleted by {deleted_by ?? 'Unknown'} on {formatMonthDay(day, cityToday())}
        </span>
        <span className={classes.facts}>
          {formatFileSize(file_size)} · {timeInBin(day, cityToday())}
        </span>
      </div>
      <div className={classes.buttons}>
        <ViewDocument document={document} />
        <Button
          size="sm"
          variant="default"
          loading={isPending}
          onClick={restore}
          aria-label={`Restore ${file_name}`}
        >
          Restore
        </Button>
      </div>
    </li>
  )
}

/** Asks in its place, since one dialog is open already. */
function EmptyBin({ total, bytes }: { total: number; bytes: number }) {
  const [asking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useMutation(trpc.documents.emptyBin.mutationOptions())

  async function empty(): Promise<void> {
    try {
      await mutateAsync({ documents: total })
      notify.success(DOCUMENT_MESSAGES.emptied)
    } catch (error) {
      notify.error(DOCUMENT_MESSAGES.emptyFailed(reasonOf(error)))
    }
    setAsking(false)
    void refreshAfter('document_purged')
  }

  if (!asking) {
    return (
      <DialogFoot>
        <Button variant="default" onClick={() => setAsking(true)}>
          Empty Bin
        </Button>
      </DialogFoot>
    )
  }
  return (
    <DialogFoot
      message={
        <p role="alert" className={classes.question}>
          {DOCUMENT_MESSAGES.confirmEmpty(total, formatFileSize(bytes))}
        </p>
      }
    >
      <Button variant="default" onClick={() => setAsking(false)} disabled={isPending} data-autofocus>
        Keep them
      </Button>
      <Button color="red" loading={isPending} onClick={empty}>
        Delete for good
      </Button>
    </DialogFoot>
  )
}
