import { formatLongDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import type { Templates } from '../../mail/template.ts'

export const invoiceMails = {
  invoice_sent: ({ address, data: { number, total, due_date, company_name, lines } }) => ({
    subject: `Invoice ${number} from ${company_name}: ${formatMoney(total)}`,
    paragraphs: [
      `${company_name} has sent invoice ${number} of ${formatMoney(total)} for ${address}, with ${lines === 1 ? '1 line' : `${lines} lines`}. It is due on ${formatLongDate(due_date)}.`,
      'Each line says which visit, one-time price or extra it is for.',
    ],
    action: { label: 'See the invoice', path: '/home/payments' },
  }),
  invoice_paid: ({ address, data: { number, amount, open } }) => ({
    subject: `Invoice ${number}: ${formatMoney(amount)} was paid`,
    paragraphs: [
      `The building ${address} recorded a payment of ${formatMoney(amount)} for invoice ${number}.`,
      open > 0 ? `${formatMoney(open)} is still open.` : 'It is paid in full.',
      'The money was paid outside the portal: please check that it has arrived.',
    ],
    action: { label: 'See the invoice', path: '/vendor/invoices?tab=all' },
  }),
  invoice_decided: ({ address, data: { number, total, approved, refused } }) => ({
    subject:
      approved === 0
        ? `Invoice ${number} was refused`
        : `Invoice ${number} was approved: ${formatMoney(approved)}${approved < total ? ` of ${formatMoney(total)}` : ''}`,
    paragraphs: [
      approved === 0
        ? `The building ${address} refused invoice ${number} of ${formatMoney(total)}.`
        : `The building ${address} approved ${formatMoney(approved)} of invoice ${number}.`,
      ...(refused > 0
        ? [`${refused === 1 ? '1 line is' : `${refused} lines are`} not paid; the reason stands at each.`]
        : []),
    ],
    action: { label: 'See the invoice', path: '/vendor/invoices?tab=all' },
  }),
} satisfies Templates
