import { Button, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useKeptState } from '../../forms/use-draft.ts'
import { useSession, useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import classes from './members-section.module.css'
import { MembersTable } from './members-table.tsx'

// Loaded after the page: nobody opens it earlier.
const ListPager = lazyPart(() => import('../../ui/list-pager.tsx'), 'ListPager')
const BlockedAddresses = lazyPart(() => import('./blocked-addresses.tsx'), 'BlockedAddresses')
const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')
const CaptaincyOffer = lazyPart(() => import('./captaincy-offer.tsx'), 'CaptaincyOffer')
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
  const asked = useSession()?.captaincy_offered ?? false
  const { shown, show } = useListAddress('members')
  const members = useQuery(trpc.members.list.queryOptions(shown, { placeholderData: keepPreviousData }))
  const { people = 0, total = 0, waiting = 0, page_size = 1 } = members.data ?? {}
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
          <ButtonLink to="/home/captain/members" variant="default" className={classes.manage}>
            Manage Members
          </ButtonLink>
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
      {(asked || may(viewer, 'hand_over')) && (
        <Suspense fallback={null}>
          <CaptaincyOffer />
        </Suspense>
      )}
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
            {(people >= SEARCH_FROM || shown.search !== null) && (
              <Suspense fallback={<div className={classes.search} />}>
                <div className={classes.search}>
                  <ListSearch
                    label="Search members"
                    placeholder="Name, e-mail or unit"
                    search={shown.search}
                    onSearch={(search) => show({ search, page: 1 })}
                    found={shown.search !== null && !members.isPlaceholderData ? foundText(total) : ''}
                  />
                </div>
              </Suspense>
            )}
            <MembersTable members={members.data.members} listed={shown} viewer={viewer} />
            {(total > page_size || shown.page > 1) && (
              <Suspense fallback={null}>
                <ListPager
                  shown={shown}
                  onShow={show}
                  total={total}
                  pageSize={page_size}
                  isBefore={members.isPlaceholderData}
                  label="Pages of members"
                />
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

function foundText(count: number): string {
  if (count === 0) return 'Nobody matches. Try another word.'
  return count === 1 ? '1 person found' : `${count} people found`
}
