import { useMutation } from '@tanstack/react-query'
import type { ComplianceStatus } from '../../../domain/compliance/document.ts'
import { COMPLIANCE_LABELS, type ComplianceKind } from '../../../domain/compliance/kind.ts'
import { COMPLIANCE_MESSAGES } from '../../../domain/compliance/messages.ts'
import { trpc } from '../../api.ts'
import { ReasonForm } from '../../forms/reason-form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

type Props = {
  document: { id: string; kind: ComplianceKind; company_name: string; status: ComplianceStatus }
  opened: boolean
  onClose: () => void
}

/** An admin refuses a document, with the reason that its vendor reads. Product 2.6 */
export function RefuseDialog({ document: { id, kind, company_name, status }, opened, onClose }: Props) {
  const { mutateAsync, isPending } = useMutation(trpc.compliance.refuse.mutationOptions())
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!isPending}
      size="md"
      title={`Refuse ${COMPLIANCE_LABELS[kind]}`}
      lead={company_name}
    >
      <ReasonForm
        draft={`refuse ${id}`}
        placeholder="What differs, and what to send instead"
        note={
          status === 'verified'
            ? 'It holds no longer. The vendor gets an email with your reason.'
            : 'The vendor gets an email with your reason.'
        }
        keep="Cancel"
        act="Refuse"
        send={(reason) => mutateAsync({ id, reason, shown: status })}
        done={COMPLIANCE_MESSAGES.refused(company_name)}
        failed={COMPLIANCE_MESSAGES.refuseFailed}
        causes={['compliance_refused']}
        onKeep={onClose}
        onDone={onClose}
      />
    </FormDialog>
  )
}
