import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LIMITS } from '../../../domain/limits.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { TransferDetails } from '../../../domain/payments/transfer.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useViewer } from '../../session/session.ts'
import formClasses from '../../ui/dialog-form.module.css'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'

const ONLINE = 'Fees are paid on Stripe’s page. Support tells people this when they ask how to transfer one.'
const OFFLINE = 'Payments through Stripe aren’t set up, so Pay Now shows this, with a reference for each fee.'

/** How fees are paid by transfer. Product 3.3 */
export function TransferSettings() {
  const isAdmin = useViewer()?.kind === 'admin'
  const transfer = useQuery({ ...trpc.payments.transfer.queryOptions(), enabled: isAdmin })
  if (!isAdmin) return null
  return (
    <Panel title="Transfer Details" lead={transfer.data?.online ? ONLINE : OFFLINE}>
      {transfer.data ? (
        <DetailsForm details={transfer.data.details ?? ''} />
      ) : transfer.isError ? (
        <LoadFailed
          reason={`The transfer details could not be loaded. ${reasonOf(transfer.error)}`}
          onRetry={() => transfer.refetch()}
          busy={transfer.isFetching}
        />
      ) : (
        <RowSkeletons count={1} label="Loading the transfer details…" />
      )}
    </Panel>
  )
}

function DetailsForm({ details }: { details: string }) {
  const { mutateAsync: save } = useMutation(trpc.payments.setTransfer.mutationOptions())
  const form = useForm({
    initialValues: { details },
    validate: schemaResolver(TransferDetails, { sync: true }),
  })
  const dropDraft = useDraft('transfer details', form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async (values) => {
      await save(values)
      dropDraft()
      notify.success(PAYMENT_MESSAGES.detailsSaved)
    },
    failed: PAYMENT_MESSAGES.detailsFailed,
    causes: ['transfer_details_changed'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={formClasses.form} aria-label="Transfer Details">
      <CountedTextarea
        label="Name, bank and account"
        placeholder={'Stoop, Inc.\nBank of Seattle\nRouting 125000024, account 0012345678'}
        rows={5}
        max={LIMITS.transfer_details}
        {...form.getInputProps('details')}
        value={form.values.details}
      />
      <div>
        <Button type="submit" loading={form.submitting}>
          Save Details
        </Button>
      </div>
    </form>
  )
}
