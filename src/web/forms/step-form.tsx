import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ErrorText, SuccessText } from '../ui/message-box.tsx'
import { firstError, markFields, refusedField, useMended } from './form-errors.ts'
import classes from './step-form.module.css'

type StepMessage = { tone: 'error' | 'success'; text: string } | null

/**
 * A form in steps. One form holds the values of all steps; each step, counted from 1, is checked by its own schema. The
 * first message is shown below the fields, which are only marked.
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
      return schema ? schemaResolver(schema, { sync: true })(values) : {}
    },
  })

  // A refusal by the server may stand beside a field's error, too; a success never does.
  useMended(form, () => setMessage((shown) => (shown?.tone === 'error' ? null : shown)))

  function goTo(next: number): void {
    setMessage(null)
    setStep(next)
  }

  function refuse(text: string, fields: readonly string[]): void {
    setMessage({ tone: 'error', text })
    markFields(form, fields)
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
        (errors) => {
          const { message, fields } = firstError(errors)
          refuse(message, fields)
        },
      ),
    /** Shows why the server refused, and marks the field that it names. */
    fail(text: string, error: unknown): void {
      const field = refusedField(form, error)
      refuse(text, field === undefined ? [] : [field])
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
      <div className={classes.foot}>
        {message?.tone === 'error' && <ErrorText>{message.text}</ErrorText>}
        {done && <SuccessText>{message.text}</SuccessText>}
        <div className={classes.actions}>
          {onBack && (
            <Button variant="default" onClick={onBack} disabled={busy || done}>
              Back
            </Button>
          )}
          {note && <span className={classes.note}>{note}</span>}
          <Button type="submit" loading={busy && !done} disabled={disabled || done} className={classes.next}>
            {action}
          </Button>
        </div>
      </div>
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
