import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { canAnswerClaim, canClaim, countsOn } from '../../../domain/visits/missed.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { AnswerButton } from './answer-button.tsx'
import { ClaimPhotos } from './claim-photos.tsx'
import classes from './missed-visits.module.css'
import { OpenVisits } from './open-visits.tsx'
import { SayingButton } from './saying-button.tsx'
import type { MissedVisit } from './visit.ts'
import { VisitRisk } from './visit-risk.tsx'

/** The missed visits of a building or a vendor that are not answered. Renders nothing without any. Product 1.5 */
export function MissedVisits() {
  const [page, setPage] = useState(1)
  const missed = useQuery(trpc.visits.missed.queryOptions({ page }, { placeholderData: keepPreviousData }))
  return (
    <OpenVisits
      id="missed-visits"
      title="Missed visits"
      of="missed visits"
      list={missed}
      page={page}
      onPage={setPage}
    >
      {(visit) => <MissedRow key={visit.id} visit={visit} />}
    </OpenVisits>
  )
}

function MissedRow({ visit }: { visit: MissedVisit }) {
  const viewer = useViewer()
  const isVendor = viewer?.kind === 'vendor'
  return (
    <li className={classes.visit}>
      <div>
        <p className={classes.service}>{visit.name}</p>
        <p>{visitTime(visit, cityToday())}</p>
        <p className={classes.aside}>
          {isVendor ? `${visit.address}, ${visit.city}, ${visit.state}` : visit.company_name}
        </p>
      </div>
      <div className={classes.claim}>
        {visit.missing.length > 0 && visit.claimed_at === null ? (
          <VisitRisk visit={visit} today={cityToday()} />
        ) : (
          <ClaimText visit={visit} isVendor={isVendor} />
        )}
        {visit.claimed_at !== null &&
          (isVendor ? <ClaimPhotos visit={visit} shows="visit" /> : <PhotoStrip photos={visit.photos} />)}
      </div>
      {canClaim(viewer, visit, cityToday()) && visit.missing.length === 0 && (
        <div className={classes.actions}>
          <SayingButton visit={visit} saying="claim">
            We came
          </SayingButton>
        </div>
      )}
      {canAnswerClaim(viewer, visit) && <ClaimAnswers visit={visit} />}
    </li>
  )
}

function ClaimText({ visit, isVendor }: { visit: MissedVisit; isVendor: boolean }) {
  const { words, claimed_at, checked_in_at, company_name } = visit
  if (claimed_at === null) {
    const why = checked_in_at === null ? 'Nobody checked in' : 'The visit was never finished'
    return (
      <p className={classes.aside}>
        {isVendor
          ? `${why}, so that the building is not charged. Were you there?`
          : `${why}, so that you are not charged.`}
      </p>
    )
  }
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

function ClaimAnswers({ visit }: { visit: MissedVisit }) {
  const confirming = useMutation(trpc.visits.confirmClaim.mutationOptions())
  return (
    <div className={classes.actions}>
      <SayingButton visit={visit} saying="refuse" variant="default">
        They didn’t come
      </SayingButton>
      <AnswerButton
        visit={visit}
        title="Confirm visit"
        question={`Did ${visit.company_name} come for ${visit.name} on ${visitTime(visit, cityToday())}? The visit counts as completed then, and is charged.`}
        send={() => confirming.mutateAsync({ id: visit.id })}
        said={VISIT_MESSAGES.claimConfirmed(visit.company_name)}
        refresh={() => refreshAfter('claim_confirmed')}
      >
        Confirm
      </AnswerButton>
    </div>
  )
}
