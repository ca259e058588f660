import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { addDays, formatMonth, startOfMonth } from '../../../domain/calendar.ts'
import { defaultDueDate } from '../../../domain/invoices/overdue.ts'
import { monthText } from '../../../domain/month.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { INVOICE_MESSAGES } from './invoice-messages.ts'

/** Drafts all that was finished in the last calendar month, once that is confirmed. Product 3.1 */
export function DraftLastMonth() {
  const { mutateAsync: draftMonth, isPending } = useMutation(trpc.invoices.draftMonth.mutationOptions())
  const { run } = useSingleFlight()
  const navigate = useNavigate()

  const draftAll = () =>
    run(async () => {
      const today = cityToday()
      const month = addDays(startOfMonth(today), -1)
      const agreed = await confirm({
        title: 'Draft last month',
        question: INVOICE_MESSAGES.confirmMonth(formatMonth(month), defaultDueDate(today)),
        action: 'Make Drafts',
      })
      if (!agreed) return
      try {
        const { drafts, total } = await draftMonth({ month: monthText(month) })
        if (drafts === 0) notify.info(INVOICE_MESSAGES.nothingDue(formatMonth(month)))
        else {
          notify.success(INVOICE_MESSAGES.drafted(drafts, total))
          void navigate({ to: '.', search: { tab: 'draft' }, resetScroll: false })
        }
      } catch (error) {
        notify.error(INVOICE_MESSAGES.draftFailed(reasonOf(error)))
      }
      await refreshAfter('invoice_created')
    })

  return (
    <Button variant="default" loading={isPending} onClick={() => void draftAll()} aria-haspopup="dialog">
      Draft last month
    </Button>
  )
}
