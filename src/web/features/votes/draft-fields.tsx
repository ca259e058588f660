import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { LIMITS } from '../../../domain/limits.ts'
import { MAJORITIES } from '../../../domain/votes/majority.ts'
import { VOTE_BASES } from '../../../domain/votes/roll.ts'
import { VOTE_KINDS } from '../../../domain/votes/tally.ts'
import { BASIS_LABELS, MAJORITY_LABELS, VOTE_KIND_LABELS } from '../../../domain/votes/vote-words.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { BuildingChoice } from './building-choice.tsx'
import type { TypedVote } from './draft-values.ts'
import { OptionFields } from './option-fields.tsx'

type Props = { form: UseFormReturnType<TypedVote>; asksBuilding: boolean }

const labeledChoices = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

const PROXIES = Array.from({ length: LIMITS.vote_proxies + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'No proxies' : `For ${count === 1 ? '1 unit' : `${count} units`} at most`,
}))

/** The fields of a draft. */
export function DraftFields({ form, asksBuilding }: Props) {
  const { kind, is_secret, at_once } = form.values
  const isMany = kind === 'several' || kind === 'election'
  return (
    <div className={formClasses.form}>
      {asksBuilding && (
        <BuildingChoice
          value={form.values.building_id}
          error={form.errors.building_id}
          onChange={(id) => form.setFieldValue('building_id', id)}
        />
      )}
      <TextInput label="Question" data-autofocus {...form.getInputProps('question')} />
      <CountedTextarea
        label="Details"
        max={LIMITS.vote_details}
        rows={4}
        {...form.getInputProps('details')}
        value={form.values.details}
      />
      <NativeSelect
        label="Kind of vote"
        data={labeledChoices(VOTE_KINDS, VOTE_KIND_LABELS)}
        {...form.getInputProps('kind')}
        onChange={({ currentTarget }) => {
          // Candidates are no options of another kind, and the other way round.
          form.setFieldValue('kind', currentTarget.value as TypedVote['kind'])
          form.setFieldValue('options', [])
        }}
      />
      {kind !== 'yes_no' && <OptionFields form={form} />}
      <div className={formClasses.pair}>
        {isMany && (
          <TextInput
            label={kind === 'election' ? 'Seats' : 'At most so many'}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('max_choices')}
          />
        )}
        <NativeSelect
          label="What passes it"
          data={labeledChoices(MAJORITIES, MAJORITY_LABELS)}
          {...form.getInputProps('majority')}
        />
        <TextInput
          label="Quorum in percent"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('quorum')}
        />
        <NativeSelect
          label="How units count"
          data={labeledChoices(VOTE_BASES, BASIS_LABELS)}
          {...form.getInputProps('basis')}
        />
        <NativeSelect label="Proxies" data={PROXIES} {...form.getInputProps('proxies')} />
      </div>
      <Checkbox
        label="Secret ballots"
        description={
          is_secret
            ? 'Nobody can tell how a unit voted, not even who runs the portal. Each unit counts one.'
            : 'Once it closes, everybody sees how each unit voted.'
        }
        checked={is_secret}
        onChange={({ currentTarget }) => form.setFieldValue('is_secret', currentTarget.checked)}
      />
      <Checkbox
        label="Opens once it is scheduled"
        checked={at_once}
        onChange={({ currentTarget }) => form.setFieldValue('at_once', currentTarget.checked)}
      />
      <div className={formClasses.pair}>
        {!at_once && (
          <>
            <TextInput type="date" label="Opens" {...form.getInputProps('opens_on')} />
            <TextInput type="time" label="Opens at" {...form.getInputProps('opens_time')} />
          </>
        )}
        <TextInput type="date" label="Closes" {...form.getInputProps('closes_on')} />
        <TextInput type="time" label="Closes at" {...form.getInputProps('closes_time')} />
      </div>
    </div>
  )
}
