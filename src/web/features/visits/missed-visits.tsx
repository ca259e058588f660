import { Button, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import { VISIT_MESSAGES, visitTime } from '../../../domain/visits/messages.ts'
import { canAnswerClaim, canClaim, countsOn } from '../../../domain/visits/missed.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './missed-visits.module.css'
import { PhotoStrip } from './photo-strip.tsx'
import type { MissedVisit } from './visit.ts'

// Loaded when it opens, and where there is a claim: visits are missed rarely.
const ClaimDialog = lazyPart(() => import('./claim-dialog.tsx'), 'ClaimDialog')
const ClaimPhotos = lazyPart(() => import('./claim-photos.tsx'), 'ClaimPhotos')

/** The missed visits of a building or a vendor that are not answered. Renders nothing without any. Product 1.5 */
export function MissedVisits() {
  const [page, setPage] = useState(1)
  const missed = useQuery(trpc.visits.missed.queryOptions({ page }, { placeholderData: keepPreviousData }))
  if (missed.isLoadingError)
    return (
      <LoadFailed
        reason={`Your missed visits could not be loaded. ${reasonOf(missed.error)}`}
        onRetry={() => missed.refetch()}
        busy={missed.isFetching}
      />
    )
  if (!missed.data || missed.data.total === 0) return null
  const { total, page_size, visits } = missed.data
  const pages = Math.ceil(total / page_size)
  return (
    <section className={classes.section} aria-labelledby="missed-visits">
      <Title order={2} size="h3" id="missed-visits">
        Missed visits
      </Title>
      <ul className={classes.visits}>
        {visits.map((visit) => (
          <MissedRow key={visit.id} visit={visit} />
        ))}
      </ul>
      <Pager page={Math.min(page, pages)} pages={pages} onPage={setPage} label="Pages of missed visits" />
    </section>
  )
}

function MissedRow({ visit }: { visit: MissedVisit }) {
  const viewer = useViewer()
  const [dialog, setDialog] = useState<'claim' | 'refuse'>()
  const [opened, setOpened] = useState(false)
  const when = visitTime(visit, cityToday())
  const open = (which: 'claim' | 'refuse') => {
    setDialog(which)
    setOpened(true)
  }
  const label = (action: string) => `${action}: ${visit.name} on ${when}`
  const isVendor = viewer?.kind === 'vendor'
  return (
    <li className={classes.visit}>
      <div>
        <p className={classes.service}>{visit.name}</p>
        <p>{when}</p>
        <p className={classes.aside}>
          {isVendor ? `${visit.address}, ${visit.city}, ${visit.state}` : visit.company_name}
        </p>
      </div>
      <div className={classes.claim}>
        <ClaimText visit={visit} isVendor={isVendor} />
        {visit.claimed_at !== null &&
          (isVendor ? (
            <Suspense fallback={null}>
              <ClaimPhotos visit={visit} />
            </Suspense>
          ) : (
            <PhotoStrip photos={visit.photos} />
          ))}
      </div>
      {canClaim(viewer, visit, cityToday()) && (
        <div className={classes.actions}>
          <Button onClick={() => open('claim')} aria-label={label('We came')}>
            We came
          </Button>
        </div>
      )}
      {canAnswerClaim(viewer, visit) && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => open('refuse')} aria-label={label('They didn’t come')}>
            They didn’t come
          </Button>
          <ConfirmClaimButton visit={visit} label={label('Confirm')} />
        </div>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <ClaimDialog visit={visit} action={dialog} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </li>
  )
}

function ClaimText({ visit, isVendor }: { visit: MissedVisit; isVendor: boolean }) {
  const { words, claimed_at, company_name } = visit
  if (claimed_at === null)
    return (
      <p className={classes.aside}>
        {isVendor
          ? 'Nobody checked in, so that the building is not charged. Were you there?'
          : 'Nobody checked in, so that you are not charged.'}
      </p>
    )
  const day = formatShortDate(countsOn(claimed_at, CITY_TIME_ZONE), cityToday())
  return (
    <>
      <p>
        {isVendor ? 'You say' : `${company_name} says`} that {isVendor ? 'you' : 'they'} came: <q>{words}</q>
      </p>
      <p className={classes.aside}>
        Without an answer the visit counts on {day}.{isVendor && ' Photos help the building to confirm it.'}
      </p>
    </>
  )
}

function ConfirmClaimButton({ visit, label }: { visit: MissedVisit; label: string }) {
  const confirming = useMutation(trpc.visits.confirmClaim.mutationOptions())
  const { busy, run } = useSingleFlight()
  const answer = () =>
    run(async () => {
      const question = {
        title: 'Confirm visit',
        question: `Did ${visit.company_name} come for ${visit.name} on ${visitTime(visit, cityToday())}? The visit counts as completed then, and is charged.`,
        action: 'Confirm',
      }
      if (!(await confirm(question))) return
      try {
        await confirming.mutateAsync({ id: visit.id })
        notify.success(VISIT_MESSAGES.claimConfirmed(visit.company_name))
      } catch (error) {
        notify.error(VISIT_MESSAGES.answerFailed(reasonOf(error)))
      }
      await refreshAfter('claim_confirmed')
    })
  return (
    <Button loading={busy} onClick={() => void answer()} aria-label={label}>
      Confirm
    </Button>
  )
}
