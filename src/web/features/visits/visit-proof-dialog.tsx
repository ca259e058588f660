import '../../ui/part-styles.ts'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatMinutes, minutesOnSite } from '../../../domain/visits/attendance.ts'
import { visitTime } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { momentOf } from './city-clock.ts'
import { PhotoStrip } from './photo-strip.tsx'
import type { ProvenVisit } from './visit.ts'
import classes from './visit-proof-dialog.module.css'

type Props = { visit: ProvenVisit; opened: boolean; onClose: () => void }

/** What proves a finished visit: who came, when, for how long, the note and the photos. Product 1.4 */
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
  if (proof.data) return <VisitProof proof={proof.data} />
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

function VisitProof({ proof }: { proof: inferOutput<typeof trpc.visits.proof> }) {
  const { checked_in_at, check_in_received_at, finished_at, finish_received_at, note, place, photos } = proof
  if (!checked_in_at || !check_in_received_at) return <p>Nobody has checked in at this visit.</p>
  return (
    <div className={classes.proof}>
      <dl className={classes.facts}>
        <ProofFact label="Checked in">
          <PhoneTime at={checked_in_at} received={check_in_received_at} day={proof.scheduled_date} />
        </ProofFact>
        {finished_at && finish_received_at && (
          <>
            <ProofFact label="Finished">
              <PhoneTime at={finished_at} received={finish_received_at} day={proof.scheduled_date} />
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
      {note && <p className={classes.note}>{note}</p>}
      <PhotoStrip photos={photos} />
      {photos.length === 0 && <p className={classes.aside}>There are no photos.</p>}
    </div>
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
