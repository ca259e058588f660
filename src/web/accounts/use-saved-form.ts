import type { QueryKey } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { queryClient } from '../api.ts'
import { fieldOf, reasonOf } from '../errors.ts'
import { refreshSession } from '../session.ts'
import { useUnsavedWarning } from '../shell/use-unsaved-warning.ts'
import type { Failure } from '../ui/failure-text.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import { useBusy } from '../ui/use-busy.ts'
import { type FormValues, useEditedForm } from '../ui/use-edited-form.ts'
import { usePassingNotice } from '../ui/use-passing-notice.ts'

type Settings<Values extends FormValues> = {
  saved: Values
  schema: z.ZodType
  names: readonly (keyof Values & string)[]
  save: (values: Values) => Promise<unknown>
  /** What is kept now, read again; nothing while it can't be read. */
  reread: () => Promise<Values | undefined>
  savedWords: string
  failedWords: (error: unknown) => string
}

/**
 * A settings form: checked before it is sent, sent once, and warned about before edits are lost. What the server refuses
 * stands beside its field, and what was typed stays; what it kept is shown as it was kept.
 */
export function useSavedForm<Values extends FormValues>(settings: Settings<Values>) {
  const { saved, schema, names, save, reread, savedWords, failedWords } = settings
  const { form, dirty, send, settle } = useEditedForm<Values>(saved)
  const [failure, setFailure] = useState<Failure>(null)
  const notice = usePassingNotice()
  const { busy, run } = useBusy()
  useUnsavedWarning(dirty)

  async function submit(): Promise<void> {
    setFailure(null)
    notice.clear()
    const errors = fieldErrors(schema, form.values)
    form.setErrors(errors)
    const wrong = names.find((name) => errors[name])
    if (wrong) return form.getInputNode(wrong)?.focus()
    send(form.values)
    try {
      await save(form.values)
    } catch (error) {
      settle()
      const field = names.find((name) => name === fieldOf(error))
      if (field) form.setFieldError(field, reasonOf(error))
      return setFailure({ words: failedWords(error), reason: field ? undefined : reasonOf(error) })
    }
    notice.show(savedWords)
    const [now] = await Promise.all([reread(), refreshSession()])
    if (now) settle(now)
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    void run(submit)
  }

  return { form, dirty, busy, failure, notice: notice.words, onSubmit }
}

/** What a query shows now, asked again; undefined while it can't be read: what is held may be from before. */
export async function readAgain<Key extends QueryKey>(queryKey: Key) {
  await queryClient.invalidateQueries({ queryKey })
  const state = queryClient.getQueryState<unknown, Error, Key>(queryKey)
  return state?.isInvalidated ? undefined : state?.data
}
