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
} satisfies Templates
