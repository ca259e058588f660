import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isDecided, mayRunVotes } from '../../../domain/votes/vote.ts'
import { canChangeVoteFiles } from '../../../domain/votes/vote-file.ts'
import {
  BASIS_LABELS,
  majorityText,
  quorumText,
  unitsText,
  VOTE_KIND_LABELS,
  VOTE_STATE_LABELS,
} from '../../../domain/votes/vote-words.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SentFiles } from '../../ui/sent-files.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { BallotPart } from './ballot-part.tsx'
import { type ShownVote, timesText, VOTE_TONES, votingPath } from './shown-vote.ts'
import { VOTE_FILES, votePlace } from './vote-files.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

const VoteResultPart = lazyPart(() => import('./vote-result-part.tsx'), 'VoteResultPart')
const OfficerPart = lazyPart(() => import('./officer-part.tsx'), 'OfficerPart')
const PaperPart = lazyPart(() => import('./paper-part.tsx'), 'PaperPart')
const CandidatePart = lazyPart(() => import('./candidate-part.tsx'), 'CandidatePart')
const RollPart = lazyPart(() => import('./roll-part.tsx'), 'RollPart')

type Props = { voteId: string; isAdmin: boolean }

/** A vote as its viewer sees it. Product 4.4 */
export function VoteView({ voteId, isAdmin }: Props) {
  const vote = useQuery(trpc.votes.get.queryOptions({ id: voteId }))
  if (vote.data) return <KnownVote vote={vote.data} isAdmin={isAdmin} />
  return (
    <>
      <PageHeader title="Vote" />
      {vote.isError ? (
        <LoadFailed
          reason={VOTE_MESSAGES.loadFailed(reasonOf(vote.error))}
          onRetry={() => vote.refetch()}
          busy={vote.isFetching}
        />
      ) : (
        <CardSkeletons count={2} label="Loading the vote…" />
      )}
    </>
  )
}

/** They are read with their vote. */
const read = (data: ShownVote['files']) => ({
  data,
  isError: false,
  error: null,
  isFetching: false,
  refetch: () => undefined,
})

function KnownVote({ vote, isAdmin }: { vote: ShownVote; isAdmin: boolean }) {
  const viewer = useViewer()
  const { state, roll } = vote
  const isOver = isDecided(state)
  const runs = mayRunVotes(viewer)
  const isOpen = state === 'open'
  return (
    <>
      <PageHeader
        eyebrow={<StatusBadge tone={VOTE_TONES[state]}>{VOTE_STATE_LABELS[state]}</StatusBadge>}
        title={vote.question}
        lead={timesText(vote)}
        action={isOver && <PaperActions id={vote.id} />}
      />
      {vote.cancel_reason !== null && <p className={classes.details}>{vote.cancel_reason}</p>}
      {vote.details !== null && <p className={classes.details}>{vote.details}</p>}
      <ul className={classes.facts} aria-label="Rules of this vote">
        {isAdmin && <li>{vote.address}</li>}
        <li>{VOTE_KIND_LABELS[vote.kind]}</li>
        <li>{vote.is_secret ? 'Secret ballots' : 'Open ballots'}</li>
        <li>{BASIS_LABELS[vote.basis]}</li>
        <li>{majorityText(vote.kind, vote.majority)}</li>
        <li>{quorumText(vote.quorum)}</li>
        {isOpen && (
          <li role="status">
            {roll.voted} of {unitsText(roll.units)} have voted
          </li>
        )}
      </ul>
      <SentFiles
        title="Files of this vote"
        sent={read(vote.files)}
        place={votePlace(vote.id)}
        open={runs && !isAdmin && canChangeVoteFiles(state)}
        {...VOTE_FILES}
      />
      {isOpen && vote.units.map((unit) => <BallotPart key={unit.unit_id} vote={vote} unit={unit} />)}
      <Suspense fallback={null}>
        {vote.kind === 'election' && !isOver && <CandidatePart vote={vote} />}
        {vote.result && <VoteResultPart vote={vote} result={vote.result} />}
        {runs && <OfficerPart vote={vote} isAdmin={isAdmin} />}
        {runs && !isAdmin && (isOpen || vote.papers.length > 0) && <PaperPart vote={vote} />}
        {roll.units > 0 && <RollPart vote={vote} />}
      </Suspense>
      <div className={`${classes.section} ${classes.actions}`}>
        <ButtonLink to={votingPath(isAdmin)} variant="default">
          All votes
        </ButtonLink>
      </div>
    </>
  )
}

function PaperActions({ id }: { id: string }) {
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.8} aria-hidden />}
        onClick={() => print()}
      >
        Print
      </Button>
      <DownloadLink path="/api/votes/result.pdf" month={null} filter={{ id }} />
    </div>
  )
}
