import { formatLongDate, formatMonth } from '../../../domain/calendar.ts'
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
  invoice_disputed: ({ address, data: { number, words } }) => ({
    subject: `Invoice ${number} is disputed`,
    paragraphs: [
      `The building ${address} disputes invoice ${number}. The reason:`,
      words,
      'The building decides about it later: please answer.',
    ],
    action: { label: 'Answer', path: '/vendor/invoices?tab=disputed' },
  }),
  invoice_answered: ({ address, data: { number, company_name, side, words } }) => ({
    subject: `About the disputed invoice ${number}`,
    paragraphs: [
      side === 'vendor'
        ? `${company_name} wrote about invoice ${number}, which your building disputes:`
        : `The building ${address} wrote about invoice ${number}, which it disputes:`,
      words,
    ],
    action: {
      label: 'See the invoice',
      path: side === 'vendor' ? '/home/payments' : '/vendor/invoices?tab=disputed',
    },
  }),
  invoice_paid: ({ address, data: { number, date, amount, method, reference, open, through } }) => ({
    subject: `Invoice ${number}: ${formatMoney(amount)} was paid`,
    paragraphs: [
      through
        ? `The building ${address} paid ${formatMoney(amount)} of invoice ${number} through Stripe: ${formatLongDate(date)}, ${method}.`
        : `The building ${address} recorded a payment of ${formatMoney(amount)} for invoice ${number}: ${formatLongDate(date)}, ${method}${reference === null ? '' : `, ${reference}`}.`,
      open > 0 ? `${formatMoney(open)} is still open.` : 'It is paid in full.',
      through
        ? 'Stripe confirmed the payment, and pays it to your bank account.'
        : 'The money was paid outside the portal: please check that it has arrived.',
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
  invoice_credited: ({
    address,
    data: { number, credit_number, company_name, total, reason, open, back },
  }) => ({
    subject: `Credit note ${credit_number} from ${company_name}: ${formatMoney(total)}`,
    paragraphs: [
      `${company_name} has credited ${formatMoney(total)} of invoice ${number} for ${address}, with credit note ${credit_number}. The reason:`,
      reason,
      back > 0
        ? `${formatMoney(back)} more was paid than is owed: ${company_name} pays it back.`
        : open > 0
          ? `${formatMoney(open)} of the invoice is left.`
          : 'Nothing of the invoice is left to pay.',
    ],
    action: { label: 'See the invoice', path: '/home/payments' },
  }),
  invoices_drafted: ({ data: { month, drafts, total } }) => ({
    subject: `${drafts === 1 ? '1 draft' : `${drafts} drafts`} of invoices for ${formatMonth(month)}: ${formatMoney(total)}`,
    paragraphs: [
      `${drafts === 1 ? 'A draft was' : `${drafts} drafts were`} made of what you finished in ${formatMonth(month)} and in the two months before, and had not invoiced, ${formatMoney(total)} in all.`,
      'Nothing is sent yet: please look at each draft, and send it.',
    ],
    action: { label: 'See the drafts', path: '/vendor/invoices?tab=draft' },
  }),
  invoice_overdue: ({ address, data: { number, company_name, due_date, open, days, is_approved } }) => ({
    subject: `Reminder: invoice ${number} from ${company_name} was due on ${formatLongDate(due_date)}`,
    paragraphs: [
      `Invoice ${number} from ${company_name} for ${address} is ${days === 1 ? '1 day' : `${days} days`} overdue. ${formatMoney(open)} is open.`,
      is_approved
        ? 'It is approved. Once you have paid it, please record the payment.'
        : 'It waits for your decision: please approve it, or say which extras you refuse.',
    ],
    action: { label: 'See the invoice', path: '/home/payments' },
  }),
} satisfies Templates
