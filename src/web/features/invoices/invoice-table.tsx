import { Button } from '@mantine/core'
import { formatMonthDay } from '../../../domain/calendar.ts'
import { INVOICE_STATE_LABELS, isDraft } from '../../../domain/invoices/invoice-state.ts'
import { overdueText } from '../../../domain/invoices/overdue.ts'
import { formatMoney } from '../../../domain/money.ts'
import { cityToday } from '../../city.ts'
import cards from '../../ui/cards-table.module.css'
import { CardsTable } from '../../ui/cards-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './invoice-list.module.css'
import { INVOICE_TONES, type ListedInvoice, type OpenedInvoice, placeText } from './invoice-text.ts'

const COLUMNS = {
  vendor: ['Number', 'Building', 'Date', 'Due', 'Total', 'Status'],
  building: ['Number', 'Vendor', 'Date', 'Due', 'Total', 'Status'],
}

type Props = {
  /** Whose list it is: it names the other side. */
  of: keyof typeof COLUMNS
  /** The id of its heading. */
  labelledBy: string
  invoices: readonly ListedInvoice[]
  /** It is still the page before. */
  isBefore: boolean
  onOpen: (opened: OpenedInvoice) => void
}

/** One row an invoice; on a phone each is a card. */
export function InvoiceTable({ of, labelledBy, invoices, isBefore, onOpen }: Props) {
  return (
    <div className={classes.table} aria-busy={isBefore}>
      <CardsTable labelledBy={labelledBy} columns={COLUMNS[of]} actions>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} of={of} invoice={invoice} onOpen={onOpen} />
        ))}
      </CardsTable>
    </div>
  )
}

function InvoiceRow({ of, invoice, onOpen }: Pick<Props, 'of' | 'onOpen'> & { invoice: ListedInvoice }) {
  const {
    id,
    number,
    status,
    state,
    date,
    due_date,
    total,
    credited,
    building_name,
    address,
    city,
    company_name,
  } = invoice
  const today = cityToday()
  const overdue = overdueText(invoice, today)
  const label = of === 'building' && status === 'sent' ? 'To approve' : INVOICE_STATE_LABELS[state]
  const action = isDraft(invoice) ? 'Edit' : 'View'
  // Each vendor has its own INV-0001.
  const from = of === 'building' ? ` from ${company_name}` : ''
  const place = of === 'vendor' ? placeText(building_name, invoice) : company_name
  return (
    <tr className={cards.row}>
      <th scope="row" className={cards.name}>
        {number}
      </th>
      {of === 'vendor' ? (
        <td data-label="Building" className={cards.cell}>
          <div>
            {building_name ?? address}
            <p className={cards.aside}>{building_name === null ? city : `${address}, ${city}`}</p>
          </div>
        </td>
      ) : (
        <td data-label="Vendor" className={cards.cell}>
          {company_name}
        </td>
      )}
      <td data-label="Date" className={`${cards.cell} ${cards.short}`}>
        {formatMonthDay(date, today)}
      </td>
      <td data-label="Due" className={`${cards.cell} ${cards.short}`}>
        {formatMonthDay(due_date, today)}
        {overdue && <strong className={classes.overdue}> {overdue}</strong>}
      </td>
      <td data-label="Total" className={cards.cell}>
        <span className={classes.amount}>{formatMoney(invoice.approved ?? total - credited)}</span>
      </td>
      <td data-label="Status" className={cards.cell}>
        <StatusBadge tone={INVOICE_TONES[state]}>{label}</StatusBadge>{' '}
        {invoice.disputed > 0 && <StatusBadge tone="amber">Chargeback open</StatusBadge>}
      </td>
      <td className={`${cards.cell} ${cards.actions}`}>
        <Button
          size="sm"
          variant="default"
          aria-label={`${action} invoice ${number}${from}`}
          aria-haspopup="dialog"
          onClick={() => onOpen({ step: 'known', id, number, place })}
        >
          {action}
        </Button>
      </td>
    </tr>
  )
}
