import { type CalendarDate, formatLongDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'

type SentFacts = { number: string; place: string; total: number; due_date: CalendarDate }

type RecordedFacts = { number: string; company_name: string; amount: number; date: CalendarDate }

/** Messages about a vendor's invoices. */
export const INVOICE_MESSAGES = {
  listFailed: (reason: string) => `Your invoices could not be loaded. ${reason}`,
  loadFailed: (reason: string) => `The invoice could not be loaded. ${reason}`,
  dueFailed: (reason: string) => `The finished visits could not be loaded. ${reason}`,
  outdated:
    'A colleague has saved this draft since you began. What you typed stands over theirs: look through all of it before you save or send it.',
  gone: 'This draft is no longer there: a colleague has discarded it.',
  saved: (number: string) => `Draft ${number} saved.`,
  fileMissing: 'a file of it was not taken. Add it again, or go on without it.',
  saveFailed: (reason: string) => `The invoice could not be saved: ${reason}`,
  sent: (number: string) => `Invoice ${number} sent. The building gets an email.`,
  sendFailed: (number: string, reason: string) => `Invoice ${number} is saved but not sent: ${reason}`,
  sendUnsure: (number: string, reason: string) =>
    `Invoice ${number} is saved. Whether it was sent is not known: ${reason}`,
  confirmSend: ({ number, place, total, due_date }: SentFacts) =>
    `Send invoice ${number} of ${formatMoney(total)} to ${place}, due on ${formatLongDate(due_date)}? Afterwards it stays as it is. The building gets an email.`,
  approved: (number: string, approved: number) =>
    `${formatMoney(approved)} of invoice ${number} approved. The vendor gets an email.`,
  refused: (number: string) => `Invoice ${number} refused. The vendor gets an email.`,
  paid: (number: string, amount: number) =>
    `Payment of ${formatMoney(amount)} for invoice ${number} recorded. The vendor gets an email.`,
  confirmPayment: ({ number, company_name, amount, date }: RecordedFacts) =>
    `Record that ${formatMoney(amount)} of invoice ${number} was paid to ${company_name} on ${formatLongDate(date)}? It stays recorded. The vendor gets an email.`,
  paymentFailed: (reason: string) => `The payment could not be recorded: ${reason}`,
  approveFailed: (reason: string) => `The invoice could not be decided: ${reason}`,
  confirmCredit: (number: string, total: number, left: number) =>
    `Credit ${formatMoney(total)} of invoice ${number}? ${left === 0 ? 'Nothing of it is left then.' : `${formatMoney(left)} of it is left then.`} The credit note stays as it is. The building gets an email.`,
  credited: (number: string, total: number) =>
    `${formatMoney(total)} of invoice ${number} credited. The building gets an email.`,
  creditFailed: (reason: string) => `The credit note could not be created: ${reason}`,
  disputed: (number: string) => `Invoice ${number} disputed. The vendor gets an email, and can answer here.`,
  disputeFailed: (reason: string) => `The invoice could not be disputed: ${reason}`,
  answerFailed: (reason: string) => `The message could not be sent: ${reason}`,
  discarded: (number: string) => `Draft ${number} discarded.`,
  discardFailed: (reason: string) => `The draft could not be discarded: ${reason}`,
  confirmDiscard: (number: string, place: string) =>
    `Discard draft ${number} for ${place}? Its visits can be put on another invoice.`,
  confirmMonth: (month: string, due_date: CalendarDate) =>
    `This drafts an invoice for each building with visits that you finished in ${month} and have not invoiced, or with one-time prices that are due, at the agreed prices and the tax rate of your last invoice, dated today and due on ${formatLongDate(due_date)}. Nothing is sent: you look at each draft first.`,
  drafted: (drafts: number, total: number) =>
    `${drafts === 1 ? '1 draft' : `${formatNumber(drafts)} drafts`} made, ${formatMoney(total)} in all.`,
  nothingDue: (month: string) => `Nothing to invoice: no visit finished in ${month} is without an invoice.`,
  monthlyFailed: (reason: string) => `This could not be changed: ${reason}`,
  draftFailed: (reason: string) => `The drafts could not be made: ${reason}`,
} as const
