import { parseTaxRate, taxRateText } from '../../../domain/invoices/invoice-amounts.ts'
import { formatMoney } from '../../../domain/money.ts'
import classes from './invoice-form.module.css'
import { type InvoiceChoice, type TypedInvoice, typedSums } from './invoice-values.ts'

type Props = { typed: TypedInvoice; choices: readonly InvoiceChoice[] }

/** What an invoice adds up to while it is typed. */
export function InvoiceTotals({ typed, choices }: Props) {
  const { subtotal, tax, total } = typedSums(typed, choices)
  return (
    <dl className={classes.totals} aria-label="Sums">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatMoney(subtotal)}</dd>
      </div>
      <div>
        <dt>Tax, {taxRateText(parseTaxRate(typed.tax_rate) ?? 0)}</dt>
        <dd>{formatMoney(tax)}</dd>
      </div>
      <div data-total>
        <dt>Total</dt>
        <dd>
          <output>{formatMoney(total)}</output>
        </dd>
      </div>
    </dl>
  )
}
