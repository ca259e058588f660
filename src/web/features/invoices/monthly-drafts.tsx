import { Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import classes from './vendor-invoices-page.module.css'

/** Whether the drafts of each month are made by themselves. Product 3.1 */
export function MonthlyDrafts() {
  const { data: isOn } = useQuery(trpc.invoices.monthly.queryOptions())
  const {
    mutateAsync: setMonthly,
    variables,
    isPending,
  } = useMutation(trpc.invoices.setMonthly.mutationOptions())
  const { run } = useSingleFlight()
  const set = (on: boolean) =>
    run(async () => {
      try {
        await setMonthly({ on })
      } catch (error) {
        notify.error(INVOICE_MESSAGES.monthlyFailed(reasonOf(error)))
      }
      await refreshAfter('monthly_drafts_set')
    })
  return (
    <Checkbox
      className={classes.monthly}
      label="Draft each month by itself"
      description="On the 1st, for all that you finished in the month before. Nothing is sent: you look at each draft first."
      checked={(isPending ? variables?.on : isOn) ?? false}
      disabled={isOn === undefined}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  )
}
