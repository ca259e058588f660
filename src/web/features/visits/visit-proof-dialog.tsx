import '../../ui/part-styles.ts'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatMinutes, minutesOnSite } from '../../../domain/visits/attendance.ts'
import { canDispute } from '../../../domain/visits/dispute.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { momentOf } from '../../city-clock.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { SayingButton } from './saying-button.tsx'
import type { ProvenVisit } from './visit.ts'
import classes from './visit-proof-dialog.module.css'
import { VisitRatings } from './visit-ratings.tsx'

type Props = { visit: ProvenVisit; opened: boolean; onClose: () => void }

/** What proves a visit: when somebody came, for how long, the note, the photos, what was claimed, and its ratings. Product 1.4, 1.5 */
export function VisitProofDialog({ visit, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={visit.name}
      lead={`${visit.company_name} · ${visitTime(visit, cityToday())}`}
    >
      <LoadedProof id={visit.id} />
    </FormDialog>
  )
}

function LoadedProof({ id }: { id: string }) {
  const proof = useQuery(trpc.visits.proof.queryOptions({ id }))
  if (proof.data) return <VisitProof id={id} proof={proof.data} />
  if (!proof.isError) return <RowSkeletons count={3} label="Loading the proof…" />
  return (
    <LoadFailed
      reason={`The proof could not be loaded. ${reasonOf(proof.error)}`}
      onRetry={() => proof.refetch()}
      busy={proof.isFetching}
    />
  )
}

/** Minutes by which the server may hear of a tap later without a word about it. */
const SOON = 5

type ShownProof = inferOutput<typeof trpc.visits.proof>

function VisitProof({ id, proof }: { id: string; proof: ShownProof }) {
  const { checked_in_at, claimed_at, note, status } = proof
  const viewer = useViewer()
  const photos = proof.photos.filter(({ shows }) => shows === 'visit')
  return (
    <div className={classes.proof}>
      {claimed_at !== null && <ClaimFacts proof={proof} claimed_at={claimed_at} />}
      {checked_in_at !== null ? (
        <AttendanceFacts proof={proof} />
      ) : (
        claimed_at === null && <p className={classes.aside}>Nobody has checked in at this visit.</p>
      )}
      <ProofChecklist checklist={proof.checklist} />
      {note && <p className={classes.note}>{note}</p>}
      <PhotoStrip photos={photos} />
      {photos.length === 0 && (checked_in_at ?? claimed_at) !== null && (
        <p className={classes.aside}>There are no photos.</p>
      )}
      {proof.dispute && <DisputeFacts proof={proof} words={proof.dispute} />}
      {canDispute(viewer, proof, new Date()) && (
        <div>
          <SayingButton visit={{ id, ...proof }} saying="dispute" variant="default" color="red">
            Not as agreed
          </SayingButton>
        </div>
      )}
      {(status === 'completed' || status === 'disputed') && <VisitRatings id={id} proof={proof} />}
    </div>
  )
}

/** What was agreed, and what of it the crew ticked. Product 2.1 */
function ProofChecklist({ checklist }: Pick<ShownProof, 'checklist'>) {
  if (checklist.length === 0) return null
  return (
    <ul className={classes.checklist} aria-label="Checklist">
      {checklist.map(({ task, is_done }) => (
        <li key={task} data-done={is_done}>
          {task}
          {!is_done && <span> · not ticked</span>}
        </li>
      ))}
    </ul>
  )
}

function AttendanceFacts({ proof }: { proof: ShownProof }) {
  const { checked_in_at, check_in_received_at, finished_at, finish_received_at, place } = proof
  const { checked_in_name, finished_name, company_name } = proof
  // Who checked in and who finished: mostly one person.
  const who = [...new Set([checked_in_name, finished_name])].filter((name) => name !== null)
  const day = proof.scheduled_date
  return (
    <dl className={classes.facts}>
      {who.length > 0 && (
        <ProofFact label="Who came">
          {who.join(' and ')}, {company_name}
        </ProofFact>
      )}
      {checked_in_at && check_in_received_at && (
        <ProofFact label="Checked in">
          <PhoneTime at={checked_in_at} received={check_in_received_at} day={day} />
        </ProofFact>
      )}
      {checked_in_at && finished_at && finish_received_at && (
        <>
          <ProofFact label="Finished">
            <PhoneTime at={finished_at} received={finish_received_at} day={day} />
          </ProofFact>
          <ProofFact label="On site">{formatMinutes(minutesOnSite(checked_in_at, finished_at))}</ProofFact>
        </>
      )}
      {place && (
        <ProofFact label="Place">
          <a
            href={`https://www.google.com/maps/search/?api=1&query=${place.y},${place.x}`}
            target="_blank"
            rel="noreferrer"
          >
            Where the phone was
          </a>{' '}
          <span className={classes.aside}>within {proof.accuracy_meters} m</span>
        </ProofFact>
      )}
    </dl>
  )
}

const ANSWERS = {
  confirmed: 'Confirmed by the HOA representative',
  refused: 'Refused by the HOA representative',
  unanswered: 'Counts, because nobody answered for a week',
} as const

/** What the vendor says of a missed visit, and the answer. Product 1.5 */
function ClaimFacts({ proof, claimed_at }: { proof: ShownProof; claimed_at: string }) {
  const { company_name, words, claim_answer, answered_at, refusal } = proof
  const day = proof.scheduled_date
  return (
    <>
      <p className={classes.note}>{words}</p>
      <dl className={classes.facts}>
        <ProofFact label={`${company_name} says that they came`}>{momentOf(claimed_at, day)}</ProofFact>
        <ProofFact label={claim_answer ? ANSWERS[claim_answer] : 'Answer'}>
          {answered_at ? momentOf(answered_at, day) : 'Not yet'}
        </ProofFact>
      </dl>
      {refusal && <p className={classes.note}>{refusal}</p>}
    </>
  )
}

const OUTCOMES = { settled: 'Settled', waived: 'Not charged' } as const

/** What was not as agreed, what the vendor did about it, and how it ended. Product 1.5 */
function DisputeFacts({ proof, words }: { proof: ShownProof; words: string }) {
  const { company_name, dispute_answer, outcome, opened_at, settled_at, photos } = proof
  const day = proof.scheduled_date
  return (
    <>
      <dl className={classes.facts}>
        {opened_at && <ProofFact label="Not as agreed">{momentOf(opened_at, day)}</ProofFact>}
        <ProofFact label={outcome ? OUTCOMES[outcome] : 'Settled'}>
          {settled_at ? momentOf(settled_at, day) : 'Not yet'}
        </ProofFact>
      </dl>
      <p className={classes.note}>{words}</p>
      <PhotoStrip photos={photos.filter(({ shows }) => shows === 'dispute')} />
      {dispute_answer && (
        <>
          <p className={classes.aside}>{company_name} answers:</p>
          <p className={classes.note}>{dispute_answer}</p>
        </>
      )}
      <PhotoStrip photos={photos.filter(({ shows }) => shows === 'answer')} />
    </>
  )
}

function ProofFact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The phone's time, and the server's where the phone had no network. */
function PhoneTime({ at, received, day }: { at: string; received: string; day: string }) {
  return (
    <>
      {momentOf(at, day)}
      {minutesOnSite(at, received) > SOON && (
        <span className={classes.aside}> by their phone, received {momentOf(received, day)}</span>
      )}
    </>
  )
}
