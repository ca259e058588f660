import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useState } from 'react'
import type { ComplianceFacts } from '../../../domain/compliance/document.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { COMPLIANCE_MESSAGES } from '../../../domain/compliance/messages.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { useViewer } from '../../session/session.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './compliance.module.css'
import { DocumentCells, factsOf, ViewFile } from './document-facts.tsx'

// Loaded after the page: nobody opens it earlier.
const AddDocumentDialog = lazyPart(() => import('./add-document-dialog.tsx'), 'AddDocumentDialog')

type OwnDocument = inferOutput<typeof trpc.compliance.list>[number]

const columns = ['Document', 'Number', 'Valid', 'Status']

/** What a vendor shows of itself, and for its owners how to add and renew it. Product 2.6 */
export function CompliancePanel() {
  const manages = may(useViewer(), 'manage_company')
  const documents = useQuery(trpc.compliance.list.queryOptions())
  // Null: a new document; otherwise the one that is renewed.
  const [renewed, setRenewed] = useState<ComplianceFacts | null>(null)
  const [adding, setAdding] = useState(false)
  const open = (document: ComplianceFacts | null) => {
    setRenewed(document)
    setAdding(true)
  }
  return (
    <Panel
      id="compliance"
      title="Compliance Documents"
      lead={manages ? LEAD : `${LEAD} Your owners add them.`}
    >
      {documents.data ? (
        documents.data.length > 0 ? (
          <CardsTable labelledBy="compliance" columns={columns} actions>
            {documents.data.map((document) => (
              <DocumentRow key={document.id} document={document} onRenew={manages ? open : undefined} />
            ))}
          </CardsTable>
        ) : (
          <p className={classes.none}>None yet. Buildings prefer vendors whose insurance is verified.</p>
        )
      ) : documents.isError ? (
        <LoadFailed
          reason={COMPLIANCE_MESSAGES.loadFailed(reasonOf(documents.error))}
          onRetry={() => documents.refetch()}
          busy={documents.isFetching}
        />
      ) : (
        <RowSkeletons count={2} label="Loading your documents…" />
      )}
      {manages && (
        <>
          <Button variant="default" className={classes.add} onClick={() => open(null)} aria-haspopup="dialog">
            Add a Document
          </Button>
          <Suspense fallback={null}>
            <AddDocumentDialog renewed={renewed} opened={adding} onClose={() => setAdding(false)} />
          </Suspense>
        </>
      )}
    </Panel>
  )
}

const LEAD = 'Insurance, licenses and your W-9. We verify each, and buildings see until when it holds.'

type OwnDocumentProps = { document: OwnDocument; onRenew?: (document: ComplianceFacts) => void }

function DocumentRow({ document, onRenew }: OwnDocumentProps) {
  const { kind, status, expires_on } = document
  const label = COMPLIANCE_LABELS[kind]
  const { number, amount } = factsOf(document)
  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {label}
        {amount && <p className={cards.aside}>{amount}</p>}
      </th>
      <DocumentCells document={document} />
      <td className={`${cards.cell} ${cards.actions} ${classes.buttons}`}>
        <div className={classes.actions}>
          <ViewFile document={document} />
          {onRenew && status === 'verified' && expires_on !== null && (
            <Button
              size="sm"
              variant="default"
              aria-label={`Renew ${label} ${number ?? ''}`.trim()}
              aria-haspopup="dialog"
              onClick={() => onRenew(document)}
            >
              Renew
            </Button>
          )}
          {onRenew && status !== 'verified' && (
            <Button
              size="sm"
              variant="default"
              aria-label={`Remove ${label} ${number ?? ''}`.trim()}
              onClick={() => void remove(document)}
            >
              Remove
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

async function remove({ id, kind, file_name }: OwnDocument): Promise<void> {
  const agreed = await confirm({
    title: `Remove ${COMPLIANCE_LABELS[kind]}`,
    question: `Remove ${file_name}? ${COMPLIANCE_MESSAGES.confirmRemove}`,
    action: 'Remove',
    danger: true,
  })
  if (!agreed) return
  try {
    const failed = 'The file could not be removed'
    await sendFile(`/api/compliance-files?${new URLSearchParams({ id })}`, null, { failed })
    notify.success(COMPLIANCE_MESSAGES.removed)
  } catch (error) {
    notify.error(COMPLIANCE_MESSAGES.removeFailed(reasonOf(error)))
  }
  await refreshAfter('compliance_removed')
}
