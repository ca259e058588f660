import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useId } from 'react'
import type { ScopeQuestion, TypedScope } from '../../../domain/services/scope.ts'
import classes from './scope-fields.module.css'

type Props<Values, Validation> = {
  questions: readonly ScopeQuestion[]
  form: UseFormReturnType<Values, Values, Validation>
}

/** What exactly is to be done, by the questions of the service type. Product 2.1 */
export function ScopeFields<Values extends { scope: TypedScope }, Validation>({
  questions,
  form,
}: Props<Values, Validation>) {
  const id = useId()
  if (questions.length === 0) return null
  return (
    <fieldset className={classes.scope} aria-describedby={`${id}-hint`}>
      <legend>Scope of work</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        Answer what you know: vendors then quote for the same work, and their crew ticks it off at each visit.
      </p>
      <div className={classes.fields}>
        {questions.map((question) => (
          <ScopeField
            key={question.key}
            question={question}
            answer={form.values.scope[question.key] ?? []}
            onAnswer={(answer) => {
              form.setValues({ scope: { ...form.values.scope, [question.key]: answer } } as Partial<Values>)
              form.clearFieldError(`scope.${question.key}`)
            }}
            error={form.errors[`scope.${question.key}`]}
          />
        ))}
      </div>
    </fieldset>
  )
}

type FieldProps = {
  question: ScopeQuestion
  answer: string[]
  onAnswer: (answer: string[]) => void
  error: ReactNode
}

function ScopeField({ question, answer, onAnswer, error }: FieldProps) {
  const { key, label, kind, unit, options = [] } = question
  const [only = ''] = answer
  if (kind === 'several')
    return (
      <Checkbox.Group label={label} value={answer} onChange={onAnswer} error={error} className={classes.wide}>
        <div className={classes.options}>
          {options.map((option) => (
            <Checkbox key={option} value={option} label={option} />
          ))}
        </div>
      </Checkbox.Group>
    )
  if (kind === 'choice')
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: 'Not said' }, ...options]}
        value={only}
        onChange={({ currentTarget }) => onAnswer([currentTarget.value])}
        error={error}
        data-path={`scope.${key}`}
      />
    )
  return (
    <TextInput
      label={unit && !label.toLowerCase().includes(unit) ? `${label} (${unit})` : label}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      value={only}
      onChange={({ currentTarget }) => onAnswer([currentTarget.value])}
      error={error}
      data-path={`scope.${key}`}
    />
  )
}
