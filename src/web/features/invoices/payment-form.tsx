import { Button, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { openAmount, PAYMENT_METHODS } from '../../../domain/invoices/invoice-payment.ts'
import { formatMoney, priceText } from '../../../domain/money.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { refusalCodeOf } from '../../errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import type { ChosenFile } from '../../ui/choose-files.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { notify } from '../../ui/notify.tsx'
import { sendFiles } from '../../ui/sent-files.tsx'
import { ChosenFiles, paymentPlace } from './invoice-files.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import type { VendorInvoice } from './invoice-text.ts'
import { paymentForm } from './payment-values.ts'
import classes from './sent-invoice.module.css'

type Props = { invoice: VendorInvoice; onClose: () => void }

/** What was paid outside the portal, in part too. Product 3.3 */
export function PaymentForm({ invoice, onClose }: Props) {
  const { mutateAsync: recordPayment } = useMutation(trpc.invoices.recordPayment.mutationOptions())
  const schema = paymentForm(invoice, cityToday())
  const open = openAmount(invoice)
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const { idOf, forget } = useIdOf(`payment of invoice ${invoice.id}`)
  const form = useForm({
    initialValues: {
      amount: priceText(open),
      date: cityToday(),
      method: PAYMENT_METHODS[0] as string,
      reference: '',
    },
    validate: schemaResolver(schema, { sync: true }),
  })
  const dropDraft = useDraft(`payment ${invoice.id} ${open}`, form)
  const onSubmit = sendForm(form, {
    send: async (values) => {
      const payment = schema.parse(values)
      const agreed = await confirm({
        title: 'Record Payment',
        question: INVOICE_MESSAGES.confirmPayment({ ...invoice, ...payment }),
        action: 'Record',
      })
      if (!agreed) return
      // The same for a second try after a lost response.
      const id = idOf(JSON.stringify(payment))
      await recordPayment({ id, invoice_id: invoice.id, ...payment }).catch((error) => {
        // What the id was recorded for was taken back, for example: the next try has another one.
        if (refusalCodeOf(error) === 'conflict') forget()
        throw error
      })
      // What is not taken can be added to the payment, which is recorded.
      const taken = await sendFiles(paymentPlace(id), files)
      forget()
      dropDraft()
      onClose()
      if (taken) notify.success(INVOICE_MESSAGES.paid(invoice.number, payment.amount))
    },
    failed: INVOICE_MESSAGES.paymentFailed,
    causes: ['invoice_paid'],
  })
  const formId = useId()
  return (
    <>
      <form
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className={formClasses.form}
        aria-label="Record Payment"
      >
        <p className={classes.match}>{formatMoney(open)} is open</p>
        <div className={formClasses.pair}>
          <TextInput
            label="Amount"
            leftSection="$"
            inputMode="decimal"
            autoComplete="off"
            required
            withAsterisk={false}
            {...form.getInputProps('amount')}
          />
          <TextInput
            type="date"
            label="Date"
            required
            withAsterisk={false}
            max={cityToday()}
            {...form.getInputProps('date')}
          />
          <NativeSelect label="Method" data={[...PAYMENT_METHODS]} {...form.getInputProps('method')} />
          <TextInput
            label="Reference"
            placeholder="Such as the number of the check"
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
        </div>
        <ChosenFiles of="payment" files={files} busy={form.submitting} onChange={setFiles} />
        <p className={classes.hint}>
          The portal moves no money here: record what you have paid. The vendor gets an email.
        </p>
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Close
        </Button>
        <Button type="submit" form={formId} loading={form.submitting}>
          Record Payment
        </Button>
      </DialogFoot>
    </>
  )
}
