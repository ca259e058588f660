import { Button, Title } from '@mantine/core'
import { IconFiles, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { useOpened } from '../../ui/use-opened.ts'
import classes from './documents-section.module.css'
import { DocumentsTable } from './documents-table.tsx'
import { useUploads } from './use-uploads.ts'

// Loaded when they are needed first.
const UploadArea = lazyPart(() => import('./upload-area.tsx'), 'UploadArea')
const ListSearch = lazyPart(() => import('../../ui/list-search.tsx'), 'ListSearch')
const ListPager = lazyPart(() => import('../../ui/list-pager.tsx'), 'ListPager')
const BinDialog = lazyPart(() => import('./bin-dialog.tsx'), 'BinDialog')

/** The building's documents, and for those who manage them the upload and the bin. [2.building.9] */
export function DocumentsSection() {
  const canManage = may(useViewer(), 'manage_documents')
  const { shown, show } = useListAddress('documents')
  const list = useQuery(trpc.documents.list.queryOptions(shown, { placeholderData: keepPreviousData }))
  const uploads = useUploads()
  const { listed = 0, total = 0, page_size = 1, documents = [] } = list.data ?? {}
  const isSearch = shown.search !== null
  const isEmpty = list.data?.listed === 0
  return (
    <section aria-labelledby="documents" className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id="documents">
          Building Documents
        </Title>
        {canManage && <Bin />}
      </div>
      {canManage && (
        <Suspense fallback={<div className={classes.upload} data-empty={isEmpty || undefined} />}>
          <UploadArea empty={isEmpty} {...uploads} />
        </Suspense>
      )}
      {(listed > 0 || isSearch) && (
        <Suspense fallback={<div className={classes.search} />}>
          <ListSearch
            label="Search documents"
            placeholder="A word of the name"
            search={shown.search}
            onSearch={(search) => show({ search, page: 1 })}
            found={isSearch && list.data && !list.isPlaceholderData ? foundText(total) : ''}
          />
        </Suspense>
      )}
      {list.data ? (
        <>
          {documents.length > 0 && (
            <DocumentsTable
              documents={documents}
              canManage={canManage}
              shown={shown}
              onReplace={(file, replaced) => uploads.add([file], replaced)}
            />
          )}
          {listed === 0 && !canManage && <NoDocuments />}
          {(total > page_size || shown.page > 1) && (
            <Suspense fallback={null}>
              <ListPager
                shown={shown}
                onShow={show}
                total={total}
                pageSize={page_size}
                isBefore={list.isPlaceholderData}
                label="Pages of documents"
              />
            </Suspense>
          )}
        </>
      ) : list.isError ? (
        <LoadFailed
          reason={MEMBER_MESSAGES.loadFailed(reasonOf(list.error))}
          onRetry={() => list.refetch()}
          busy={list.isFetching}
        />
      ) : (
        <RowSkeletons count={3} label="Loading the documents…" />
      )}
    </section>
  )
}

function foundText(count: number): string {
  if (count === 0) return 'No document has that in its name. Try another word.'
  return count === 1 ? '1 document found' : `${count} documents found`
}

/** For those who manage documents the upload area takes the place of an empty list. */
function NoDocuments() {
  return (
    <EmptyState icon={<IconFiles size={28} stroke={1.6} />}>
      <strong className={classes.none}>{DOCUMENT_MESSAGES.none}</strong>
      House rules, budgets and minutes appear here once your HOA representative adds them.
    </EmptyState>
  )
}

/** The button that opens the bin, and says how much is in it. */
function Bin() {
  const { data } = useQuery(trpc.documents.space.queryOptions())
  const { wanted, open, dialog } = useOpened()
  const count = data?.bin.documents ?? 0
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconTrash size={18} stroke={1.8} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {count > 0 ? `Bin (${count})` : 'Bin'}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <BinDialog {...dialog} />
        </Suspense>
      )}
    </>
  )
}
