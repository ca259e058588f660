import { Title } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './documents-section.module.css'
import { DocumentsTable } from './documents-table.tsx'
import { UploadArea } from './upload-area.tsx'

/** The building's documents, and the upload for those who manage them. [2.building.9] */
export function DocumentsSection() {
  const canManage = may(useViewer(), 'manage_documents')
  const documents = useQuery(trpc.documents.list.queryOptions())
  return (
    <section aria-labelledby="documents" className={classes.section}>
      <Title order={2} id="documents">
        Building Documents
      </Title>
      {canManage && <UploadArea empty={documents.data?.length === 0} />}
      {documents.data ? (
        <Documents documents={documents.data} canManage={canManage} />
      ) : documents.isError ? (
        <LoadFailed
          reason={MEMBER_MESSAGES.loadFailed(reasonOf(documents.error))}
          onRetry={() => documents.refetch()}
          busy={documents.isFetching}
        />
      ) : (
        <RowSkeletons count={3} label="Loading the documents…" />
      )}
    </section>
  )
}

/** The upload area takes the place of an empty list. */
function Documents(props: ComponentProps<typeof DocumentsTable>) {
  if (props.documents.length > 0) return <DocumentsTable {...props} />
  if (props.canManage) return null
  return (
    <EmptyState icon={<IconFiles size={28} stroke={1.6} />}>
      <strong className={classes.none}>{DOCUMENT_MESSAGES.none}</strong>
      House rules, budgets and minutes appear here once your HOA representative adds them.
    </EmptyState>
  )
}
