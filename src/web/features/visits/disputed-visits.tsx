import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { canAnswerDispute, canSettle } from '../../../domain/visits/dispute.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { AnswerButton } from './answer-button.tsx'
import { ClaimPhotos } from './claim-photos.tsx'
import classes from './missed-visits.module.css'
import { OpenVisits } from './open-visits.tsx'
import { SayingButton } from './saying-button.tsx'

type OpenDispute = inferOutput<typeof trpc.visits.disputed>['visits'][number]

/** The disputes of a building or a vendor that are not settled. Renders nothing without any. Product 1.5 */
export function DisputedVisits() {
  const [page, setPage] = useState(1)
  const disputed = useQuery(
    trpc.visits.disputed.queryOptions({ page }, { placeholderData: keepPreviousData }),
  )
  return (
    <OpenVisits
      id="disputed-visits"
      title="Not as agreed"
      of="disputed visits"
      list={disputed}
      page={page}
      onPage={setPage}
    >
      {(visit) => <DisputeRow key={visit.id} visit={visit} />}
    </OpenVisits>
  )
}

function DisputeRow({ visit }: { visit: OpenDispute }) {
  const viewer = useViewer()
  const isVendor = viewer?.kind === 'vendor'
  const { words, answer, company_name } = visit
  return (
    <li className={classes.visit}>
      <div>
        <p className={classes.service}>{visit.name}</p>
        <p>{visitTime(visit, cityToday())}</p>
        <p className={classes.aside}>
          {isVendor ? `${visit.address}, ${visit.city}, ${visit.state}` : company_name}
        </p>
      </div>
      <div className={classes.claim}>
        <p>
          The HOA representative says: <q>{words}</q>
        </p>
        <DisputePhotos visit={visit} shows="dispute" adds={canSettle(viewer, visit)} />
        {answer && (
          <p>
            {isVendor ? 'You answered' : `${company_name} answers`}: <q>{answer}</q>
          </p>
        )}
        {answer && <DisputePhotos visit={visit} shows="answer" adds={canAnswerDispute(viewer, visit)} />}
        <p className={classes.aside}>The visit is not to be paid until this is settled.</p>
      </div>
      {canAnswerDispute(viewer, visit) && <VendorAnswer visit={visit} />}
      {canSettle(viewer, visit) && <BuildingAnswer visit={visit} />}
    </li>
  )
}

type PhotosProps = { visit: OpenDispute; shows: 'dispute' | 'answer'; adds: boolean }

function DisputePhotos({ visit, shows, adds }: PhotosProps) {
  return adds ? (
    <ClaimPhotos visit={visit} shows={shows} />
  ) : (
    <PhotoStrip photos={visit.photos.filter((photo) => photo.shows === shows)} />
  )
}

function VendorAnswer({ visit }: { visit: OpenDispute }) {
  const waiving = useMutation(trpc.visits.waiveVisit.mutationOptions())
  return (
    <div className={classes.actions}>
      <AnswerButton
        visit={visit}
        variant="default"
        title="Don’t charge"
        question={`Charge nothing for ${visit.name} on ${visitTime(visit, cityToday())}? That ends the dispute.`}
        send={() => waiving.mutateAsync({ id: visit.id })}
        said={VISIT_MESSAGES.waived}
        refresh={() => refreshAfter('visit_waived')}
      >
        Don’t charge
      </AnswerButton>
      <SayingButton visit={visit} saying="answer">
        Answer
      </SayingButton>
    </div>
  )
}

function BuildingAnswer({ visit }: { visit: OpenDispute }) {
  const settling = useMutation(trpc.visits.settleDispute.mutationOptions())
  return (
    <div className={classes.actions}>
      <AnswerButton
        visit={visit}
        title="Settle"
        question={`Are you content with ${visit.name} on ${visitTime(visit, cityToday())} now? The visit counts as completed again, and is charged.`}
        send={() => settling.mutateAsync({ id: visit.id })}
        said={VISIT_MESSAGES.settled(visit.company_name)}
        refresh={() => refreshAfter('dispute_settled')}
      >
        Settle
      </AnswerButton>
    </div>
  )
}
