import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ABSTAIN } from '../../../domain/votes/choice.ts'
import { FEWEST_SECRET_PAPERS } from '../../../domain/votes/paper.ts'
import { optionLabel } from '../../../domain/votes/vote-words.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot, DialogNote } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { ChoiceField, votableOptions } from './choice-field.tsx'
import type { ShownVote } from './shown-vote.ts'
import { type RollUnit, UnitChoice } from './unit-choice.tsx'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

type Props = { vote: ShownVote; opened: boolean; onClose: () => void }
type EnteredPaper = { key: string; unit: RollUnit | null; choice: string[] }

const emptyLine = (): EnteredPaper => ({ key: crypto.randomUUID(), unit: null, choice: [] })

/** One officer's part of paper ballots. In a secret vote the list of units stands apart from that of ballots. Product 4.4 */
export function PaperDialog({ vote, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Enter Paper Ballots"
      lead={
        vote.is_secret
          ? `Enter the units, and the ballots in any order. At least ${FEWEST_SECRET_PAPERS} together.`
          : 'Each unit with its ballot.'
      }
    >
      <PaperForm vote={vote} onClose={onClose} />
    </FormDialog>
  )
}

function PaperForm({ vote, onClose }: Omit<Props, 'opened'>) {
  const { mutateAsync: enter } = useMutation(trpc.votes.enterPapers.mutationOptions())
  const [lines, setLines] = useState<EnteredPaper[]>([emptyLine()])
  const { idOf, forget } = useIdOf(`papers of vote ${vote.id}`)
  const { busy, run } = useSingleFlight()
  const change = (key: string, part: Partial<EnteredPaper>) =>
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const filled = lines.every(({ unit, choice }) => unit !== null && choice.length > 0)
  const send = () =>
    run(async () => {
      const unit_ids = lines.flatMap(({ unit }) => unit?.unit_id ?? [])
      const choices = lines.map(({ choice }) => choice)
      try {
        // The same for a second try after a lost response.
        await enter({ id: vote.id, sheet_id: idOf(JSON.stringify([unit_ids, choices])), unit_ids, choices })
        forget()
        onClose()
        notify.success(VOTE_MESSAGES.papersEntered)
      } catch (error) {
        notify.error(VOTE_MESSAGES.failed(reasonOf(error)))
      }
      await refreshAfter('papers_entered')
    })
  const formId = useId()
  return (
    <>
      <form
        id={formId}
        noValidate
        className={formClasses.form}
        aria-label="Paper ballots"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {lines.map((line, at) => (
          <fieldset key={line.key} className={classes.choices} aria-label={`Paper ballot ${at + 1}`}>
            <UnitChoice
              vote={vote.id}
              label={`Unit ${at + 1}`}
              value={line.unit}
              onChange={(unit) => change(line.key, { unit })}
            />
            {vote.max_choices === 1 ? (
              <NativeSelect
                label={`Ballot ${at + 1}`}
                data={[
                  { value: '', label: 'Choose what it says' },
                  ...[...votableOptions(vote), ABSTAIN].map((option) => ({
                    value: option,
                    label: optionLabel(option, vote.options),
                  })),
                ]}
                value={line.choice[0] ?? ''}
                onChange={({ currentTarget }) =>
                  change(line.key, { choice: currentTarget.value === '' ? [] : [currentTarget.value] })
                }
              />
            ) : (
              <ChoiceField
                vote={vote}
                choice={line.choice}
                onChange={(choice) => change(line.key, { choice })}
                label={`Ballot ${at + 1}`}
              />
            )}
            {lines.length > 1 && (
              <Button
                variant="subtle"
                aria-label={`Remove paper ballot ${at + 1}`}
                onClick={() => setLines((all) => all.filter(({ key }) => key !== line.key))}
              >
                Remove
              </Button>
            )}
          </fieldset>
        ))}
        <Button variant="default" onClick={() => setLines((all) => [...all, emptyLine()])}>
          One more
        </Button>
      </form>
      <DialogFoot>
        <DialogNote>Another officer confirms them.</DialogNote>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Close
        </Button>
        <Button type="submit" form={formId} loading={busy} disabled={!filled}>
          Enter
        </Button>
      </DialogFoot>
    </>
  )
}
