import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { MEMBER_MESSAGES } from '../../domain/members/messages.ts'
import { trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { patiently } from '../ui/patient-import.ts'
import { RowSkeletons } from '../ui/skeletons.tsx'
import classes from './members-section.module.css'
import { MembersTable } from './members-table.tsx'

// Fetched once the page is there: it is opened after the page was read.
const AddTenantDialog = lazy(async () => ({
  default: (await patiently(() => import('./add-tenant-dialog.tsx'))).AddTenantDialog,
}))

/** The people of the viewer's building, and for its captain who waits for an answer. */
export function MembersSection({ captain }: { captain: boolean }) {
  const members = useQuery(trpc.members.list.queryOptions())
  const [adding, setAdding] = useState(false)
  const waiting = members.data?.filter(({ status }) => status === 'pending').length ?? 0
  return (
    <section aria-labelledby="members">
      <div className={classes.head}>
        <Title order={2} id="members">
          Building Members
        </Title>
        {captain && waiting > 0 && (
          <p className={classes.waiting}>
            {waiting === 1 ? '1 person is' : `${waiting} people are`} waiting for your approval
          </p>
        )}
        {captain && (
          <Button
            variant="default"
            className={classes.add}
            onClick={() => setAdding(true)}
            aria-haspopup="dialog"
          >
            Add Tenant
          </Button>
        )}
      </div>
      {members.isPending ? (
        <RowSkeletons count={4} />
      ) : members.isError ? (
        <LoadFailed
          reason={MEMBER_MESSAGES.loadFailed(reasonOf(members.error))}
          onRetry={() => members.refetch()}
          busy={members.isFetching}
        />
      ) : (
        <MembersTable members={members.data} captain={captain} />
      )}
      {captain && (
        <Suspense fallback={null}>
          <AddTenantDialog opened={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  )
}
