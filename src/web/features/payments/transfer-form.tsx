import '../../ui/part-styles.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { z } from 'zod'
import { feeLabel } from '../../../domain/billing/fees.ts'
import { formatMoney } from '../../../domain/money.ts'
import { FEE_METHODS, RecordTransfer } from '../../../domain/payments/fee-list.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { feeReference } from '../../../domain/payments/transfer.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { refusalCodeOf } from '../../errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import type { ListedFee } from './listed-fee.ts'

type Props = { fee: ListedFee; opened: boolean; onClose: () => void }

const { date, method, reference } = RecordTransfer.shape
const transferFacts = z.object({ date, method, reference })

/** A transfer that has arrived pays a fee, in full. Product 3.6 */
export function TransferForm({ fee, opened, onClose }: Props) {
  const { id, number, address, amount, credited, paid } = fee
  const open = amount - credited - paid
  const { mutateAsync: recordTransfer } = useMutation(trpc.payments.recordTransfer.mutationOptions())
  const { idOf, forget } = useIdOf(`transfer of fee ${id}`)
  const form = useForm({
    initialValues: { date: cityToday(), method: FEE_METHODS[0] as string, reference: '' },
    validate: schemaResolver(transferFacts, { sync: true }),
  })
  const dropDraft = useDraft(`transfer ${id}`, form)
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const transfer = { ...transferFacts.parse(typed), amount: open }
      await recordTransfer({ id: idOf(JSON.stringify(transfer)), fee_id: id, ...transfer }).catch((error) => {
        // What the id was recorded for was taken back, for example: the next try has another one.
        if (refusalCodeOf(error) === 'conflict') forget()
        throw error
      })
      forget()
      dropDraft()
      onClose()
      notify.success(PAYMENT_MESSAGES.transferRecorded(feeReference(number), open))
    },
    failed: PAYMENT_MESSAGES.transferFailed,
    causes: ['payment_received'],
  })
  const formId = useId()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!form.submitting}
      title="Record Transfer"
      lead={`${feeReference(number)}: ${feeLabel(fee)}, ${address}`}
    >
      <form
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className={formClasses.form}
        aria-label="Record Transfer"
      >
        <p>{formatMoney(open)} has arrived. A fee is paid in full.</p>
        <div className={formClasses.pair}>
          <TextInput
            type="date"
            label="Date"
            required
            withAsterisk={false}
            max={cityToday()}
            {...form.getInputProps('date')}
          />
          <NativeSelect label="Method" data={[...FEE_METHODS]} {...form.getInputProps('method')} />
        </div>
        <TextInput
          label="Reference"
          placeholder="What the bank’s statement says"
          autoComplete="off"
          {...form.getInputProps('reference')}
        />
        <p className={formClasses.hint}>The HOA representative gets a receipt by email.</p>
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Cancel
        </Button>
        <Button type="submit" form={formId} loading={form.submitting}>
          Record Transfer
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}
