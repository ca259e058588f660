import '../../ui/part-styles.ts'
import { Title } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ListPager } from '../../ui/list-pager.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { InvoiceTable } from './invoice-table.tsx'
import type { OpenedInvoice } from './invoice-text.ts'
import classes from './received-invoices.module.css'

const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')
const ReceivedInvoice = lazyPart(() => import('./received-invoice.tsx'), 'ReceivedInvoice')

type Opened = Extract<OpenedInvoice, { step: 'known' }>

/** What vendors ask the building to pay: what waits for a decision first, then the newest. Product 3.2 */
export function ReceivedInvoices() {
  const { shown, show } = useListAddress('invoices')
  const list = useQuery(trpc.invoices.received.queryOptions(shown, { placeholderData: keepPreviousData }))
  const [invoice, setInvoice] = useState<Opened>()
  const [opened, setOpened] = useState(false)
  const open = (next: OpenedInvoice) => {
    if (next.step !== 'known') return
    setInvoice(next)
    setOpened(true)
  }
  // A few invoices are found by looking.
  const isLong = shown.search !== null || (list.data !== undefined && list.data.total > list.data.page_size)
  return (
    <section className={classes.section} aria-labelledby="received-invoices">
      <Title order={2} id="received-invoices">
        Vendor Invoices
      </Title>
      <p className={classes.lead}>
        What vendors ask for. Each line says which visit, one-time price or extra it is for.
      </p>
      {isLong && (
        <div className={classes.search}>
          <Suspense>
            <ListSearch
              label="Search vendor invoices"
              placeholder="Number or vendor"
              search={shown.search}
              onSearch={(search) => show({ page: 1, search })}
              found={
                shown.search !== null && list.data && !list.isPlaceholderData ? found(list.data.total) : ''
              }
            />
          </Suspense>
        </div>
      )}
      {list.data ? (
        <>
          {list.data.invoices.length > 0 ? (
            <InvoiceTable
              of="building"
              labelledBy="received-invoices"
              invoices={list.data.invoices}
              isBefore={list.isPlaceholderData}
              onOpen={open}
            />
          ) : (
            <EmptyState icon={<IconFileInvoice size={28} stroke={1.6} />}>
              {shown.search === null
                ? 'No vendor has sent an invoice yet. Each one appears here as soon as it is sent.'
                : 'No invoice found. Try another number or vendor.'}
            </EmptyState>
          )}
          <ListPager
            shown={shown}
            onShow={show}
            total={list.data.total}
            pageSize={list.data.page_size}
            isBefore={list.isPlaceholderData}
            label="Pages of vendor invoices"
          />
          {list.data.invoices.length > 0 && (
            <div className={classes.download}>
              <DownloadLink
                path="/api/invoices/received.csv"
                month={null}
                filter={{ search: shown.search }}
              />
            </div>
          )}
        </>
      ) : list.isError ? (
        <LoadFailed
          reason={`The vendor invoices could not be loaded. ${reasonOf(list.error)}`}
          onRetry={() => list.refetch()}
          busy={list.isFetching}
        />
      ) : (
        <RowSkeletons label="Loading the vendor invoices…" />
      )}
      <Suspense fallback={null}>
        {invoice && (
          <ReceivedInvoice
            key={invoice.id}
            invoice={invoice}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

const found = (count: number) => `${count === 1 ? '1 invoice' : `${count} invoices`} found`
