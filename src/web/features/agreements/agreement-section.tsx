import { Button } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { RENEWAL_MESSAGES, type RenewalTerms } from '../../../domain/agreements/renewal.ts'
import { daysBetween, formatLongDate } from '../../../domain/calendar.ts'
import type { EventKind } from '../../../domain/events.ts'
import { formatMoney } from '../../../domain/money.ts'
import { may } from '../../../domain/viewer.ts'
import { visitCount } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { AgreementProps } from '../services/slots.ts'
import classes from './agreement-section.module.css'
import { RenewalForm } from './renewal-form.tsx'
import type { ShownAgreement } from './shown-agreement.ts'

/** When an agreement ends, what was offered to renew it, and within ninety days the choices. Product 2.9 */
export function AgreementSection({ quoteId, side, otherSide, onAskAgain }: AgreementProps) {
  const agreement = useQuery(trpc.agreements.get.queryOptions({ id: quoteId }))
  // Of an earlier request nothing is left to renew.
  if (agreement.error?.data?.code === 'NOT_FOUND') return null
  if (agreement.isError && !agreement.data)
    return (
      <LoadFailed
        reason={RENEWAL_MESSAGES.loadFailed(reasonOf(agreement.error))}
        onRetry={() => agreement.refetch()}
        busy={agreement.isFetching}
      />
    )
  if (!agreement.data) return null
  return (
    <ShownRenewal
      quoteId={quoteId}
      side={side}
      otherSide={otherSide}
      onAskAgain={onAskAgain}
      agreement={agreement.data}
    />
  )
}

type ShownProps = AgreementProps & { agreement: ShownAgreement }

function ShownRenewal({ quoteId, side, otherSide, onAskAgain, agreement }: ShownProps) {
  const { ends_on, open, renewals, is_renewable, asked_again } = agreement
  const [last] = renewals
  const agreed = renewals.filter(({ answer }) => answer === 'agreed')
  const isFollowed = asked_again && ends_on !== null && ends_on >= cityToday()
  const section = useRef<HTMLElement>(null)
  const [form, setForm] = useState<OfferForm | null>(null)
  // The button that was pressed is gone: keyboards and screen readers go on here.
  useDidUpdate(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) section.current?.focus()
  }, [form === null, open?.id, is_renewable])
  if (agreed.length === 0 && !is_renewable && !isFollowed) return null
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={`renewal-${quoteId}`} className={classes.renewal}>
      <h3 id={`renewal-${quoteId}`} className={classes.title}>
        Renewal
      </h3>
      {is_renewable && ends_on && (
        <p className={classes.text}>
          <strong>{endText(ends_on)}</strong> Nothing renews it by itself.
        </p>
      )}
      {isFollowed && (
        <p className={classes.text}>
          <strong>{endText(ends_on)}</strong>{' '}
          {side === 'captain'
            ? 'What follows it has a card of its own among your services, so it is not renewed.'
            : 'The building asks vendors for what follows it, so it is not renewed.'}
        </p>
      )}
      {agreed.map((renewal) => (
        <p key={renewal.id} className={classes.text}>
          Renewed {termsText(renewal)}.
        </p>
      ))}
      {is_renewable && !open && last?.answer === 'refused' && (
        <p className={classes.text}>
          {last.offered_by === side ? `${otherSide} refused your offer` : 'You refused the offer'}{' '}
          {termsText(last)}.
        </p>
      )}
      {is_renewable && ends_on && (
        <RenewalChoices
          quoteId={quoteId}
          side={side}
          otherSide={otherSide}
          onAskAgain={onAskAgain}
          agreement={agreement}
          endsOn={ends_on}
          form={form}
          setForm={setForm}
        />
      )}
    </section>
  )
}

const termsText = ({ until_date, price }: RenewalTerms) =>
  `until ${formatLongDate(until_date)}, for ${formatMoney(price)} a visit`

function endText(endsOn: string): string {
  const days = daysBetween(cityToday(), endsOn)
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  return `The agreement ends on ${formatLongDate(endsOn)}, ${when}.`
}

/** Which form is open, and the price (cents) that it began with. */
type OfferForm = { fixed: boolean; price: number }
type ChoicesProps = ShownProps & {
  endsOn: string
  form: OfferForm | null
  setForm: (form: OfferForm | null) => void
}

function RenewalChoices({
  quoteId,
  side,
  otherSide,
  onAskAgain,
  agreement,
  endsOn,
  form,
  setForm,
}: ChoicesProps) {
  const viewer = useViewer()
  const mayAct = side === 'vendor' || may(viewer, 'manage_visits')
  const { open, price } = agreement
  const { mutateAsync: agree } = useMutation(trpc.agreements.agree.mutationOptions())
  const { mutateAsync: refuse } = useMutation(trpc.agreements.refuse.mutationOptions())
  const { mutateAsync: withdraw } = useMutation(trpc.agreements.withdraw.mutationOptions())
  const { busy, run } = useSingleFlight()
  const theirs = open !== null && open.offered_by !== side
  const shown = open && { id: open.id, until_date: open.until_date, price: open.price }

  const answer = (send: () => Promise<string>, cause: EventKind) =>
    void run(async () => {
      try {
        notify.success(await send())
      } catch (error) {
        notify.error(RENEWAL_MESSAGES.failed(reasonOf(error)))
      }
      await refreshAfter(cause)
    })

  return (
    <>
      {open && (
        <p className={classes.text}>
          {theirs ? `${otherSide} offers to go on ` : 'You offered to go on '}
          {termsText(open)}: {visitCount(open.visits)}, {formatMoney(open.visits * open.price)} in all.
          {open.price !== price && ` Now a visit is ${formatMoney(price)}.`}
          {open.note && (
            <>
              {' '}
              <q>{open.note}</q>
            </>
          )}
          {!theirs && ` ${otherSide} has not answered yet.`}
        </p>
      )}
      {form && (
        <RenewalForm
          quoteId={quoteId}
          otherSide={otherSide}
          endsOn={endsOn}
          open={open}
          price={form.price}
          fixed={form.fixed}
          onDone={() => setForm(null)}
        />
      )}
      {mayAct && !form && (
        <div className={classes.actions}>
          {theirs && shown && (
            <>
              <Button
                disabled={busy}
                onClick={() =>
                  answer(
                    async () =>
                      RENEWAL_MESSAGES.agreed((await agree({ ...shown, visits: open.visits })).visits),
                    'renewal_agreed',
                  )
                }
              >
                Agree
              </Button>
              <Button
                variant="default"
                disabled={busy}
                onClick={() =>
                  answer(async () => {
                    await refuse(shown)
                    return RENEWAL_MESSAGES.refused(otherSide)
                  }, 'renewal_refused')
                }
              >
                Refuse
              </Button>
            </>
          )}
          {open && !theirs && (
            <Button
              variant="default"
              disabled={busy}
              onClick={() =>
                answer(async () => {
                  await withdraw({ id: open.id })
                  return RENEWAL_MESSAGES.withdrawn
                }, 'renewal_withdrawn')
              }
            >
              Take Back
            </Button>
          )}
          {!open && <Button onClick={() => setForm({ fixed: true, price })}>Renew</Button>}
          <Button
            variant="default"
            disabled={busy}
            onClick={() => setForm({ fixed: false, price: open?.price ?? price })}
          >
            Renegotiate
          </Button>
          {onAskAgain && (
            <Button variant="default" disabled={busy} onClick={onAskAgain}>
              Ask again
            </Button>
          )}
        </div>
      )}
    </>
  )
}
