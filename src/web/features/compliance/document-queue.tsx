import { Button, Title } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense } from 'react'
import { z } from 'zod'
import { formatShortDate, today } from '../../../domain/calendar.ts'
import { COMPLIANCE_STATUSES } from '../../../domain/compliance/document.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { COMPLIANCE_MESSAGES } from '../../../domain/compliance/messages.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { formatNumber } from '../../../domain/number.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import classes from './compliance.module.css'
import { DocumentCells, factsOf, ViewFile } from './document-facts.tsx'

const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')
const RefuseDialog = lazyPart(() => import('./refuse-dialog.tsx'), 'RefuseDialog')

const QueueAddress = z.object({
  documents: z.enum(COMPLIANCE_STATUSES).catch('waiting'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  search: z
    .unknown()
    .optional()
    .transform((typed) => String(typed ?? '').slice(0, LIMITS.search)),
})

const TABS = { waiting: 'Being verified', verified: 'Verified', refused: 'Refused' } as const
const NONE = {
  waiting: 'No document waits for you. New ones appear here by themselves.',
  verified: 'Nothing is verified yet.',
  refused: 'Nothing was refused.',
} as const
const NOT_FOUND = 'No document here is of a vendor with this name.'
const foundText = (count: number) => (count === 1 ? '1 document' : `${formatNumber(count)} documents`)
const columns = ['Vendor', 'Document', 'Number', 'Valid', 'Status']

/** The documents of all vendors: those that wait for an admin, and what was decided. Product 2.6 */
export function DocumentQueue() {
  const shown = QueueAddress.parse(useLocation({ select: (location) => location.search }))
  const { documents: status, page, search } = shown
  const navigate = useNavigate()
  const show = (next: Partial<typeof shown>, replace = false) => {
    const { documents, page, search } = { ...shown, page: 1, ...next }
    void navigate({
      to: '.',
      search: {
        documents: documents === 'waiting' ? undefined : documents,
        page: page === 1 ? undefined : page,
        search: search || undefined,
      },
      replace,
      resetScroll: false,
    })
  }
  const query = useQuery(
    trpc.compliance.queue.queryOptions({ status, page, search }, { placeholderData: keepPreviousData }),
  )
  const counts = query.data?.counts
  const views = COMPLIANCE_STATUSES.map((view) => ({
    view,
    label: counts ? `${TABS[view]} (${counts[view]})` : TABS[view],
  }))
  return (
    <ViewTabs
      label="Compliance documents"
      view={status}
      views={views}
      onView={(documents) => show({ documents })}
      header={
        <Title order={2} id="documents">
          Compliance Documents
        </Title>
      }
    >
      <Suspense fallback={<div className={classes.search} />}>
        <div className={classes.search}>
          <ListSearch
            label="Search vendors"
            placeholder="Company name"
            search={search || null}
            onSearch={(found) => show({ search: found ?? '' }, true)}
            found={search && counts && !query.isPlaceholderData ? foundText(counts[status]) : ''}
          />
        </div>
      </Suspense>
      {query.data && !(query.isPlaceholderData && query.data.documents[0]?.status !== status) ? (
        <>
          <QueueTable documents={query.data.documents} none={search ? NOT_FOUND : NONE[status]} />
          <Pager
            page={page}
            total={query.data.counts[status]}
            pageSize={query.data.page_size}
            isBefore={query.isPlaceholderData}
            onPage={(to, isGone) => show({ page: to }, isGone)}
            label="Pages of documents"
          />
          {query.data.counts[status] > 0 && (
            <DownloadLink
              path="/api/compliance/queue.csv"
              month={null}
              filter={{ status, search: search || null }}
            />
          )}
        </>
      ) : query.isError ? (
        <LoadFailed
          reason={COMPLIANCE_MESSAGES.loadFailed(reasonOf(query.error))}
          onRetry={() => query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <RowSkeletons count={3} label="Loading the documents…" />
      )}
    </ViewTabs>
  )
}

type QueuedDocument = inferOutput<typeof trpc.compliance.queue>['documents'][number]

function QueueTable({ documents, none }: { documents: QueuedDocument[]; none: string }) {
  if (documents.length === 0)
    return <EmptyState icon={<IconShieldCheck size={28} stroke={1.6} />}>{none}</EmptyState>
  return (
    <CardsTable labelledBy="documents" columns={columns} actions>
      {documents.map((document) => (
        <QueueRow key={document.id} document={document} />
      ))}
    </CardsTable>
  )
}

const dayOf = (time: string | Date) => formatShortDate(today(new Date(time), CITY_TIME_ZONE), cityToday())

function QueueRow({ document }: { document: QueuedDocument }) {
  const { company_name, kind, added_at, decided_at, decided_by } = document
  const { amount } = factsOf(document)
  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {company_name}
        <p className={cards.aside}>Added {dayOf(added_at)}</p>
      </th>
      <td data-label="Document" className={cards.cell}>
        <div>
          {COMPLIANCE_LABELS[kind]}
          {amount && <p className={cards.aside}>{amount}</p>}
        </div>
      </td>
      <DocumentCells document={document}>
        {decided_at && (
          <p className={cards.aside}>
            {dayOf(decided_at)}, {decided_by ?? 'a former admin'}
          </p>
        )}
      </DocumentCells>
      <td className={`${cards.cell} ${cards.actions} ${classes.buttons}`}>
        <div className={classes.actions}>
          <ViewFile document={document} />
          <DecideDocument document={document} />
        </div>
      </td>
    </tr>
  )
}

/** An admin's buttons for a document. */
function DecideDocument({ document }: { document: QueuedDocument }) {
  const { id, company_name, kind, number, status } = document
  const name = `${COMPLIANCE_LABELS[kind]} ${number ?? ''} of ${company_name}`.replace('  ', ' ')
  const verifying = useMutation(trpc.compliance.verify.mutationOptions())
  const { busy, run } = useSingleFlight()
  const { wanted, open, dialog } = useOpened()

  const verify = () =>
    run(async () => {
      try {
        await verifying.mutateAsync({ id, shown: status })
        notify.success(COMPLIANCE_MESSAGES.verified(company_name))
      } catch (error) {
        notify.error(COMPLIANCE_MESSAGES.verifyFailed(reasonOf(error)))
      }
      await refreshAfter('compliance_verified')
    })

  return (
    <>
      {status !== 'verified' && (
        <Button size="sm" loading={busy} aria-label={`Verify ${name}`} onClick={() => void verify()}>
          Verify
        </Button>
      )}
      {status !== 'refused' && (
        <Button
          size="sm"
          variant="default"
          disabled={busy}
          aria-label={`Refuse ${name}`}
          aria-haspopup="dialog"
          onClick={open}
        >
          Refuse
        </Button>
      )}
      {wanted && (
        <Suspense fallback={null}>
          <RefuseDialog document={document} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
