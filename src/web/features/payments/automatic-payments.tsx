import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { formatLongDate } from '../../../domain/calendar.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './automatic-payments.module.css'

type Automatic = NonNullable<inferOutput<typeof trpc.payments.automatic>>

/** Whether fees are paid by themselves, and how to change that. Product 3.3 */
export function AutomaticPayments({ pays }: { pays: boolean }) {
  const { data } = useQuery(trpc.payments.automatic.queryOptions())
  // Others read only what is so.
  if (data === undefined || (!pays && !data?.is_on)) return null
  return (
    <section className={classes.part} aria-labelledby="automatic-payments">
      <h3 id="automatic-payments" className={classes.title}>
        Pay automatically
      </h3>
      <p className={classes.text}>{stateText(data)}</p>
      {pays && <Choices automatic={data} />}
    </section>
  )
}

function stateText(automatic: Automatic | null): string {
  if (automatic === null || automatic.method === null) return PAYMENT_MESSAGES.automaticOff
  const { is_on, method, failures, next_on } = automatic
  if (!is_on) return PAYMENT_MESSAGES.automaticStopped(method)
  if (failures > 0 && next_on !== null)
    return PAYMENT_MESSAGES.automaticAgain(method, formatLongDate(next_on))
  return PAYMENT_MESSAGES.automaticOn(method)
}

function Choices({ automatic }: { automatic: Automatic | null }) {
  const { mutateAsync: choose } = useMutation(trpc.payments.payAutomatically.mutationOptions())
  const { mutateAsync: resume } = useMutation(trpc.payments.resumeAutomatic.mutationOptions())
  const { mutateAsync: stop } = useMutation(trpc.payments.stopAutomatic.mutationOptions())
  const [busy, setBusy] = useState(false)
  const method = automatic?.method ?? null

  async function act(change: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await change()
    } catch (error) {
      notify.error(PAYMENT_MESSAGES.automaticFailed(reasonOf(error)))
    }
    setBusy(false)
    void refreshAfter('automatic_payments_set')
  }
  const onChoose = () => act(async () => window.location.assign((await choose({})).url))
  const onResume = () => act(() => resume({}).then(() => notify.success(PAYMENT_MESSAGES.resumed)))
  async function onStop(): Promise<void> {
    const question = PAYMENT_MESSAGES.confirmStop(method ?? '')
    if (!(await confirm({ title: 'Switch Off Automatic Payments', question, action: 'Switch Off' }))) return
    await act(() => stop({}).then(() => notify.success(PAYMENT_MESSAGES.stopped)))
  }

  if (method === null)
    return (
      <Button variant="default" loading={busy} onClick={onChoose}>
        Pay Automatically
      </Button>
    )
  return (
    <div className={classes.choices}>
      {!automatic?.is_on && (
        <Button variant="default" loading={busy} onClick={onResume}>
          Try Again
        </Button>
      )}
      <Button variant="default" disabled={busy} onClick={onChoose}>
        Replace Method
      </Button>
      <Button variant="default" disabled={busy} aria-haspopup="dialog" onClick={onStop}>
        Switch Off
      </Button>
    </div>
  )
}
