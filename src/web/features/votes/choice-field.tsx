import { Checkbox, Radio } from '@mantine/core'
import { ABSTAIN } from '../../../domain/votes/choice.ts'
import { optionLabel } from '../../../domain/votes/vote-words.ts'
import type { ShownVote } from './shown-vote.ts'
import classes from './votes.module.css'

type Props = {
  vote: Pick<ShownVote, 'kind' | 'options' | 'max_choices'>
  /** What is chosen; empty before. */
  choice: readonly string[]
  onChange: (choice: string[]) => void
  /** What the choice is of, for screen readers. */
  label: string
}

/** The ids of what can be chosen. */
export const votableOptions = ({ kind, options }: Props['vote']): string[] =>
  kind === 'yes_no'
    ? ['yes', 'no']
    : options.filter(({ answer }) => kind !== 'election' || answer === 'accepted').map(({ id }) => id)

/** The options of a ballot, one or several, and the abstention. */
export function ChoiceField({ vote, choice, onChange, label }: Props) {
  const isOne = vote.max_choices === 1
  const name = (option: string) => optionLabel(option, vote.options)
  const abstains = choice.includes(ABSTAIN)
  if (isOne)
    return (
      <Radio.Group value={choice[0] ?? null} onChange={(chosen) => onChange([chosen])} aria-label={label}>
        <div className={classes.choices}>
          {[...votableOptions(vote), ABSTAIN].map((option) => (
            <Radio key={option} value={option} label={name(option)} className={classes.choice} />
          ))}
        </div>
      </Radio.Group>
    )
  const toggle = (option: string, isOn: boolean) => {
    const others = choice.filter((each) => each !== option && each !== ABSTAIN)
    onChange(isOn ? [...others, option] : others)
  }
  return (
    <fieldset className={classes.choices} aria-label={label}>
      <p className={classes.hint}>Choose at most {vote.max_choices}.</p>
      {votableOptions(vote).map((option) => (
        <Checkbox
          key={option}
          label={name(option)}
          className={classes.choice}
          checked={choice.includes(option)}
          disabled={!choice.includes(option) && !abstains && choice.length >= vote.max_choices}
          onChange={({ currentTarget }) => toggle(option, currentTarget.checked)}
        />
      ))}
      <Checkbox
        label={name(ABSTAIN)}
        className={classes.choice}
        checked={abstains}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [ABSTAIN] : [])}
      />
    </fieldset>
  )
}
