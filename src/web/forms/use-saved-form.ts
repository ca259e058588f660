import { schemaResolver, useForm } from '@mantine/form'
import { shallowEqual } from '@mantine/hooks'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import type { EventKind } from '../../domain/events.ts'
import { queryClient } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { refreshAfter } from '../refresh.ts'
import type { Failure } from '../ui/failure-text.tsx'
import { applySaved } from './apply-saved.ts'
import { focusFirst, refusedField, showErrors, useMended } from './form-errors.ts'
import { useDraft } from './use-draft.ts'
import { usePassingNotice } from './use-passing-notice.ts'
import { useUnsavedWarning } from './use-unsaved-warning.ts'

type SavedFormOptions<Data, Values> = {
  /** What the server has, as the query returned it. */
  data: Data
  queryKey: QueryKey
  /** The form's values. Lists must be sorted, so that equal choices are equal lists. */
  toValues: (data: Data) => Values
  schema: z.ZodType
  save: (values: Values) => Promise<unknown>
  /** The events of a save. They refresh `data`, too. */
  causes: readonly EventKind[]
  savedMessage: string
  failedMessage: (error: unknown) => string
}

/**
 * A form on saved values, such as settings. Values that change elsewhere are shown unless the person has edited the
 * field. After a save it shows what the server stored; after a failed one, what was typed and the error beside its field.
 * [4.settings.2]
 */
export function useSavedForm<Data, Values extends Record<string, string | string[]>>(
  options: SavedFormOptions<Data, Values>,
) {
  const { data, queryKey, toValues, schema, save, causes, savedMessage, failedMessage } = options
  const saved = useMemo(() => toValues(data), [data, toValues])
  const form = useForm({
    // Fields are found by their names: without its own, one of a dialog above the page would be taken for the page's.
    name: 'saved',
    initialValues: saved,
    validate: schemaResolver(schema, { sync: true }),
  })
  const known = useRef(saved)
  const [failure, setFailure] = useState<Failure>(null)
  const notice = usePassingNotice()
  const dirty = form.submitting || Object.keys(saved).some((name) => form.isDirty(name))
  useUnsavedWarning(dirty)
  useMended(form, () => setFailure(null))
  useDraft(hashKey(queryKey), form)

  // Only what has changed: during a save, the other fields may be ahead of what the server has told.
  useEffect(() => {
    const before = known.current
    known.current = saved
    const changed = Object.entries(saved).filter(([name, value]) => !shallowEqual(value, before[name]))
    if (changed.length > 0) applySaved(form, Object.fromEntries(changed))
  }, [saved, form])

  function clearMessages(): void {
    setFailure(null)
    notice.clear()
  }

  async function submit(values: Values): Promise<void> {
    clearMessages()
    // From here on, an edit is what differs from the values that were sent.
    form.resetDirty()
    try {
      await save(values)
    } catch (error) {
      form.setInitialValues(known.current)
      form.setDirty({})
      const field = refusedField(form, error)
      if (field !== undefined) showErrors(form, { [field]: reasonOf(error) })
      return setFailure({
        message: failedMessage(error),
        reason: field === undefined ? reasonOf(error) : undefined,
      })
    }
    notice.show(savedMessage)
    await refreshAfter(...causes)
    const now = queryClient.getQueryState<Data>(queryKey)
    // Still invalidated when the server could not be asked: the cached data may be outdated.
    if (now?.data !== undefined && !now.isInvalidated) applySaved(form, toValues(now.data))
  }

  const onSubmit = form.onSubmit(submit, (errors) => {
    clearMessages()
    focusFirst(form, errors)
  })

  return { form, dirty, busy: form.submitting, failure, notice: notice.text, onSubmit }
}
