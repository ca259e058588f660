import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useState } from 'react'
import { type ComplianceFacts, isFollowed, isRemovable } from '../../../domain/compliance/document.ts'
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
import { StatusBadge } from '../../ui/status-badge.tsx'
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
  const required = useQuery(trpc.compliance.required.queryOptions())
  const failed = [documents, required].find((each) => each.isError && !each.data)
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
      {documents.data && required.data ? (
        <>
          <RequiredDocuments required={required.data} documents={documents.data} />
          {documents.data.length > 0 ? (
            <CardsTable labelledBy="compliance" columns={columns} actions>
              {documents.data.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  isRenewed={isFollowed(document, documents.data)}
                  onRenew={manages && !isBeingRenewed(document, documents.data) ? open : undefined}
                  manages={manages}
                />
              ))}
            </CardsTable>
          ) : (
            <p className={classes.none}>None yet. Add what your services require.</p>
          )}
        </>
      ) : failed ? (
        <LoadFailed
          reason={COMPLIANCE_MESSAGES.loadFailed(reasonOf(failed.error))}
          onRetry={() => Promise.all([documents.refetch(), required.refetch()])}
          busy={documents.isFetching || required.isFetching}
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

const LEAD = 'Insurance, licenses and your W-9. We verify each. Some services require them.'

/** Whether one of this kind waits for its verification. */
const isVerifying = (kind: OwnDocument['kind'], documents: readonly OwnDocument[]) =>
  documents.some((document) => document.kind === kind && document.status === 'waiting')

/** Whether one that waits for its verification goes on after this one's end. */
const isBeingRenewed = ({ kind, expires_on }: OwnDocument, documents: readonly OwnDocument[]) =>
  documents.some(
    (next) =>
      next.kind === kind &&
      next.status === 'waiting' &&
      (next.expires_on === null || (expires_on !== null && next.expires_on > expires_on)),
  )

type RequiredProps = {
  required: inferOutput<typeof trpc.compliance.required>
  documents: readonly OwnDocument[]
}

/** What the company's services require, and whether it holds that. Nothing where nothing is required. */
function RequiredDocuments({ required, documents }: RequiredProps) {
  if (required.length === 0) return null
  return (
    <ul className={classes.required} aria-label="Required documents">
      {required.map(({ kind, services, held }) => (
        <li key={kind}>
          {held ? (
            <StatusBadge tone="green">Held</StatusBadge>
          ) : isVerifying(kind, documents) ? (
            <StatusBadge tone="amber">Being verified</StatusBadge>
          ) : (
            <StatusBadge tone="red">Missing</StatusBadge>
          )}
          <span>
            <b>{COMPLIANCE_LABELS[kind]}</b>, required for {services.join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

type OwnDocumentProps = {
  document: OwnDocument
  isRenewed: boolean
  /** None while one of its kind is being verified. */
  onRenew?: (document: ComplianceFacts) => void
  manages: boolean
}

function DocumentRow({ document, isRenewed, onRenew, manages }: OwnDocumentProps) {
  const { kind, status, expires_on } = document
  const label = COMPLIANCE_LABELS[kind]
  const { number, amount } = factsOf(document)
  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {label}
        {amount && <p className={cards.aside}>{amount}</p>}
      </th>
      <DocumentCells document={document} isRenewed={isRenewed} />
      <td className={`${cards.cell} ${cards.actions} ${classes.buttons}`}>
        <div className={classes.actions}>
          <ViewFile document={document} />
          {onRenew && status === 'verified' && expires_on !== null && !isRenewed && (
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
          {manages && isRemovable(document) && (
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
