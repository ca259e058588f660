import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { LIMITS } from '../../../domain/limits.ts'
import type { TypedVote } from './draft-values.ts'
import { PersonChoice } from './person-choice.tsx'
import classes from './votes.module.css'

/** The options of a draft, or the candidates of an election. */
export function OptionFields({ form }: { form: UseFormReturnType<TypedVote> }) {
  const { kind, options } = form.values
  const isElection = kind === 'election'
  const noun = isElection ? 'Candidate' : 'Option'
  const add = () =>
    form.insertListItem('options', {
      id: crypto.randomUUID(),
      label: isElection ? '…' : '',
      candidate_id: null,
    })
  return (
    <fieldset className={classes.choices} aria-label={isElection ? 'Candidates' : 'Options'}>
      {options.map((option, at) => (
        <div key={option.id} className={classes.option}>
          {isElection ? (
            <PersonChoice
              label={`${noun} ${at + 1}`}
              value={option.candidate_id === null ? null : { id: option.candidate_id, name: option.label }}
              onChange={(person) =>
                form.setFieldValue(`options.${at}`, {
                  id: option.id,
                  label: person?.name ?? '…',
                  candidate_id: person?.id ?? null,
                })
              }
            />
          ) : (
            <TextInput
              label={`${noun} ${at + 1}`}
              autoComplete="off"
              {...form.getInputProps(`options.${at}.label`)}
            />
          )}
          <Button
            variant="default"
            aria-label={`Remove ${noun.toLowerCase()} ${at + 1}`}
            onClick={() => form.removeListItem('options', at)}
          >
            Remove
          </Button>
        </div>
      ))}
      {form.errors.options && <p role="alert">{form.errors.options}</p>}
      {options.length < LIMITS.vote_options && (
        <div className={classes.actions}>
          <Button variant="default" onClick={add}>
            Add {noun}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
