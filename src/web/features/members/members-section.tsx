import { Button, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { useViewer } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './members-section.module.css'
import { MembersTable } from './members-table.tsx'

// Loaded after the page: nobody opens it earlier.
const Pager = lazyPart(() => import('../../ui/pager.tsx'), 'Pager')
const BlockedAddresses = lazyPart(() => import('./blocked-addresses.tsx'), 'BlockedAddresses')
const MemberSearch = lazyPart(() => import('./member-search.tsx'), 'MemberSearch')
const AddTenantDialog = lazyPart(() => import('./add-tenant-dialog.tsx'), 'AddTenantDialog')

/** So few people are seen at a glance. */
const SEARCH_FROM = 10

/**
 * The people of the building, and for those who manage them how many wait for approval.
 * [2.building.20] [2.building.24]
 */
export function MembersSection() {
  const viewer = useViewer()
  const canManage = may(viewer, 'manage_members')
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const listed = search === '' ? { page } : { page, search }
  const members = useQuery({
    ...trpc.members.list.queryOptions(listed),
    placeholderData: keepPreviousData,
  })
  const { people = 0, total = 0, waiting = 0, page_size = 1 } = members.data ?? {}
  const pages = Math.max(1, Math.ceil(total / page_size))
  // The last person of the last page may be gone.
  if (members.data && page > pages) setPage(pages)
  const [adding = false, setAdding] = useKeptState<true>('adding a tenant')
  return (
    <section aria-labelledby="members">
      <div className={classes.head}>
        <Title order={2} id="members">
          Building Members
        </Title>
        {canManage && waiting > 0 && (
          <p className={classes.waiting}>
            {waiting === 1 ? '1 person is' : `${waiting} people are`} waiting for your approval
          </p>
        )}
        {canManage && (
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
        viewer && (
          <>
            {people >= SEARCH_FROM && (
              <Suspense fallback={null}>
                <MemberSearch
                  onSearch={(text) => {
                    setSearch(text)
                    setPage(1)
                  }}
                  found={search === '' ? null : total}
                />
              </Suspense>
            )}
            <MembersTable members={members.data.members} listed={listed} viewer={viewer} />
            {pages > 1 && (
              <Suspense fallback={null}>
                <Pager page={page} pages={pages} onPage={setPage} label="Pages of members" />
              </Suspense>
            )}
          </>
        )
      )}
      {canManage && (
        <Suspense fallback={null}>
          <BlockedAddresses />
          <AddTenantDialog opened={adding} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
