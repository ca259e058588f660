import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { formErrors } from '../../domain/form.ts'
import { DialogFoot, DialogNote } from '../ui/dialog-foot.tsx'
import { ErrorText, SuccessText } from '../ui/message-box.tsx'
import { focusFirst, refusedField, showErrors, useMended } from './form-errors.ts'
import classes from './step-form.module.css'

type StepMessage = { tone: 'error' | 'success'; text: string } | null

/**
 * A form in steps. One form holds the values of all steps; each step, counted from 1, is checked by its own schema. What is
 * wrong stands at the fields, and a sentence about the whole step above the buttons.
 */
export function useStepForm<Values extends Record<string, unknown>>(
  initialValues: Values,
  schemas: readonly z.ZodType[],
) {
  const [step, setStep] = useState(1)
  const [message, setMessage] = useState<StepMessage>(null)
  const form = useForm<Values>({
    initialValues,
    validate: (values) => {
      const schema = schemas[step - 1]
      return schema ? formErrors(schema, values).fields : {}
    },
  })

  // A refusal by the server may stand beside a field's error, too; a success never does.
  useMended(form, () => setMessage((shown) => (shown?.tone === 'error' ? null : shown)))

  function goTo(next: number): void {
    setMessage(null)
    setStep(next)
  }

  return {
    form,
    step,
    goTo,
    message,
    busy: form.submitting,
    /** Calls `finish` once the step's fields are right. The step is busy until it resolves. */
    onSubmit: (finish: () => void | Promise<void>) =>
      form.onSubmit(
        () => {
          setMessage(null)
          return finish()
        },
        (errors, values) => {
          const schema = schemas[step - 1]
          const [first = ''] = Object.keys(errors)
          // A choice of cards has no field that the words could stand at.
          const ofCards = form.getInputNode(first) === null ? String(errors[first]) : null
          const text = (schema && formErrors(schema, values).sentence) ?? ofCards
          setMessage(text === null ? null : { tone: 'error', text })
          focusFirst(form, errors)
        },
      ),
    /** Shows why the server refused: at the field that it names, and above the buttons if that is in another step. */
    fail(text: string, error: unknown): void {
      const field = refusedField(form, error)
      const isHere = field !== undefined && form.getInputNode(field) !== null
      setMessage(isHere ? null : { tone: 'error', text })
      if (field !== undefined) showErrors(form, { [field]: text })
    },
    succeed: (text: string) => setMessage({ tone: 'success', text }),
    /** Empties all steps and goes back to the first. */
    reset(): void {
      form.reset()
      goTo(1)
    },
  }
}

type Props = {
  /** The label of the submit button. */
  action: string
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  onBack?: () => void
  message: StepMessage
  busy: boolean
  disabled?: boolean
  /** A short note beside the buttons. */
  note?: ReactNode
  children: ReactNode
}

/** One step of a dialog: its fields, and an always visible footer with the message and the buttons. [2.vendor-signup.4] */
export function StepForm(props: Props) {
  const { action, onSubmit, onBack, message, busy, disabled, note, children } = props
  const form = useRef<HTMLFormElement>(null)
  const done = message?.tone === 'success'

  // Replacing a step removes the focused element, so the next step starts at its first field. The first step has the
  // dialog's focus already, and its tabs keep theirs.
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector('input')?.focus()
  }, [])

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className={classes.form}>
      <div className={classes.fields}>{children}</div>
      <DialogFoot
        message={
          message &&
          (done ? <SuccessText>{message.text}</SuccessText> : <ErrorText>{message.text}</ErrorText>)
        }
      >
        {onBack && (
          <Button variant="default" onClick={onBack} disabled={busy || done}>
            Back
          </Button>
        )}
        {note && <DialogNote>{note}</DialogNote>}
        <Button type="submit" loading={busy && !done} disabled={disabled || done} className={classes.next}>
          {action}
        </Button>
      </DialogFoot>
    </form>
  )
}

/** 'Step 1 of 3' with a bar, and a short note beside it. */
export function StepProgress({ step, of, children }: { step: number; of: number; children?: ReactNode }) {
  return (
    <span className={classes.lead}>
      <span className={classes.progress}>
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${(100 * step) / of}%` }} />
        </span>
        Step {step} of {of}
      </span>
      {children}
    </span>
  )
}
