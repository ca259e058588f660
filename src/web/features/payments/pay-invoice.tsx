import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatMoney, priceText } from '../../../domain/money.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { trpc } from '../../api.ts'
import { sendForm } from '../../forms/send-form.ts'
import { portalSettings } from '../../portal-settings.ts'
import type { PayInvoiceProps } from '../invoices/slots.ts'
import { onlineAmount } from './online-amount.ts'
import classes from './pay-invoice.module.css'

/** Pays an approved invoice on Stripe's page, in full or in part, where its vendor takes payments there. Product 3.3 */
export function PayInvoice({ invoice }: PayInvoiceProps) {
  const takes = useQuery({
    ...trpc.payments.takesPayments.queryOptions({ invoice_id: invoice.id }),
    enabled: portalSettings.takes_payments,
  })
  return takes.data ? <AmountForm key={invoice.open} invoice={invoice} /> : null
}

function AmountForm({ invoice: { id, open } }: PayInvoiceProps) {
  const { mutateAsync: pay } = useMutation(trpc.payments.payInvoice.mutationOptions())
  const schema = onlineAmount(open)
  const form = useForm({
    initialValues: { amount: priceText(open) },
    validate: schemaResolver(schema, { sync: true }),
  })
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const { url } = await pay({ invoice_id: id, ...schema.parse(typed) })
      window.location.assign(url)
    },
    failed: PAYMENT_MESSAGES.payFailed,
    causes: ['invoice_paid'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.pay} aria-label="Pay Online">
      <p className={classes.text}>
        {formatMoney(open)} is open. Pay it on Stripe’s page, to the vendor’s own account:
      </p>
      <div className={classes.row}>
        <TextInput
          label="Amount to pay online"
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('amount')}
        />
        <Button type="submit" loading={form.submitting}>
          Pay Online
        </Button>
      </div>
      <p className={classes.text}>Or record below what you have paid in another way.</p>
    </form>
  )
}
