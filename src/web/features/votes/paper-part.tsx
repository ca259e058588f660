import { Button, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { choiceLabel } from '../../../domain/votes/vote-words.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { notify } from '../../ui/notify.tsx'
import type { Question } from '../../ui/overlays.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { type ShownVote, voteTime } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

const PaperDialog = lazyPart(() => import('./paper-dialog.tsx'), 'PaperDialog')

const DISCARD_PAPERS: Question = {
  title: 'Discard Paper Ballots',
  question: VOTE_MESSAGES.confirmDiscardPapers,
  action: 'Discard',
  danger: true,
}

type Sheet = ShownVote['papers'][number]

/** Paper ballots: what officers entered, and what waits for another one. Product 4.4 */
export function PaperPart({ vote }: { vote: ShownVote }) {
  const { wanted, open, dialog } = useOpened()
  const isOpen = vote.state === 'open'
  return (
    <section className={classes.section} aria-labelledby="papers">
      <Title order={2} id="papers">
        Paper ballots
      </Title>
      <p className={classes.hint}>
        One officer enters them, another one confirms them. Only then do they count.
      </p>
      {vote.papers.map((sheet) => (
        <SheetCard key={sheet.id} vote={vote} sheet={sheet} isOpen={isOpen} />
      ))}
      {isOpen && (
        <div className={classes.actions}>
          <Button variant="default" onClick={open} aria-haspopup="dialog">
            Enter Paper Ballots
          </Button>
        </div>
      )}
      {wanted && (
        <Suspense fallback={null}>
          <PaperDialog vote={vote} {...dialog} />
        </Suspense>
      )}
    </section>
  )
}

type PaperSheetProps = { vote: ShownVote; sheet: Sheet; isOpen: boolean }

function SheetCard({ vote, sheet, isOpen }: PaperSheetProps) {
  const viewer = useViewer()
  const { mutateAsync: confirmPapers } = useMutation(trpc.votes.confirmPapers.mutationOptions())
  const { mutateAsync: discardPapers } = useMutation(trpc.votes.discardPapers.mutationOptions())
  const { busy, run } = useSingleFlight()
  const of = { id: vote.id, sheet_id: sheet.id }
  const act = (work: () => Promise<unknown>, done: string, question?: Question) =>
    run(async () => {
      if (question && !(await confirm(question))) return
      try {
        await work()
        notify.success(done)
      } catch (error) {
        notify.error(VOTE_MESSAGES.failed(reasonOf(error)))
      }
      await refreshAfter('papers_confirmed')
    })
  const isWaiting = isOpen && sheet.confirmed_at === null
  const name = sheet.units.map(({ number }) => number).join(', ')
  return (
    <article className={classes.ballot} aria-label={`Paper ballots of ${name}`}>
      <p>
        Entered by {sheet.entered_name ?? 'a former officer'}, {voteTime(sheet.entered_at)}.{' '}
        {sheet.confirmed_at === null
          ? 'Not confirmed.'
          : `Confirmed by ${sheet.confirmed_name ?? 'a former officer'}.`}
      </p>
      <ul>
        {sheet.units.map(({ unit_id, number, choice }) => (
          <li key={unit_id}>
            Unit {number}
            {choice === null ? '' : `: ${choiceLabel(choice, vote.options)}`}
          </li>
        ))}
      </ul>
      {sheet.choices !== null && (
        <p>
          The ballots, in no order:{' '}
          {sheet.choices.map((choice) => choiceLabel(choice, vote.options)).join('; ')}
        </p>
      )}
      {isWaiting && (
        <div className={classes.actions}>
          {sheet.entered_by === viewer?.id ? (
            <p className={classes.hint}>Another officer confirms what you have entered.</p>
          ) : (
            <Button
              loading={busy}
              onClick={() => void act(() => confirmPapers(of), VOTE_MESSAGES.papersConfirmed)}
            >
              Confirm
            </Button>
          )}
          <Button
            variant="default"
            disabled={busy}
            onClick={() => void act(() => discardPapers(of), VOTE_MESSAGES.papersDiscarded, DISCARD_PAPERS)}
          >
            Discard
          </Button>
        </div>
      )}
    </article>
  )
}
