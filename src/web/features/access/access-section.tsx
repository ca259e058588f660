import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatMonthDay, today } from '../../../domain/calendar.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptOpened } from '../../forms/use-kept-opened.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './access-section.module.css'

// Loaded when it opens, and for those who see who looked.
const NotesDialog = lazyPart(() => import('./notes-dialog.tsx'), 'NotesDialog')
const LookList = lazyPart(() => import('./look-list.tsx'), 'LookList')

/** How to get into the building, and for its captain who of the vendors was told. Nothing for others while it says nothing. */
export function AccessSection() {
  const canManage = may(useViewer(), 'manage_building')
  const notes = useQuery(trpc.access.notes.queryOptions())
  const { data } = notes
  if (!canManage && data === null) return null
  return (
    <section aria-labelledby="access-notes">
      <div className={classes.head}>
        <Title order={2} id="access-notes">
          Access Notes
        </Title>
        {canManage && data !== undefined && <EditNotes notes={data?.notes ?? ''} />}
      </div>
      {data !== undefined ? (
        <div className={classes.panel}>
          <p className={classes.hint}>
            Vendors see them from 24 hours before a visit until its end, and each look is recorded.
          </p>
          {data ? (
            <>
              <p className={classes.text}>{data.notes}</p>
              <p className={classes.hint}>{changeText(data)}</p>
            </>
          ) : (
            <p className={classes.text}>
              None yet. Say how vendors get in: a door code, where the key is, whom to call.
            </p>
          )}
          {canManage && (
            <Suspense fallback={<RowSkeletons count={1} label="Loading who looked…" />}>
              <LookList />
            </Suspense>
          )}
        </div>
      ) : notes.isError ? (
        <LoadFailed
          reason={`The access notes could not be loaded. ${reasonOf(notes.error)}`}
          onRetry={() => notes.refetch()}
          busy={notes.isFetching}
        />
      ) : (
        <RowSkeletons count={1} label="Loading the access notes…" />
      )}
    </section>
  )
}

function changeText({ changed_by, changed_at }: { changed_by: string | null; changed_at: string }): string {
  const day = formatMonthDay(today(new Date(changed_at), CITY_TIME_ZONE), cityToday())
  return changed_by === null ? `Changed on ${day}` : `Changed by ${changed_by} on ${day}`
}

function EditNotes({ notes }: { notes: string }) {
  const { wanted, open, dialog } = useKeptOpened('editing the access notes')
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {notes === '' ? 'Add Access Notes' : 'Edit Access Notes'}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <NotesDialog notes={notes} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
