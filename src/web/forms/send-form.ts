import type { UseFormReturnType } from '@mantine/form'
import type { EventKind } from '../../domain/events.ts'
import { reasonOf } from '../errors.ts'
import { refreshAfter } from '../refresh.ts'
import { notify } from '../ui/notify.tsx'
import { focusFirst, refusedField, showErrors } from './form-errors.ts'

type SendOptions<Values> = {
  /** Sends what is typed, and says that it is done. */
  send: (values: Values) => Promise<void>
  failed: (reason: string) => string
  /** What it is recorded as. */
  causes: readonly EventKind[]
}

/**
 * The submit handler of a dialog's form. What the server refuses is said in a notice and at its field; what may have changed
 * is fetched again, after an error, too.
 */
export function sendForm<Values extends Record<string, unknown>, Validation>(
  form: UseFormReturnType<Values, Values, Validation>,
  { send, failed, causes }: SendOptions<Values>,
) {
  return form.onSubmit(
    async (values) => {
      try {
        await send(values)
      } catch (error) {
        notify.error(failed(reasonOf(error)))
        const field = refusedField(form, error)
        if (field !== undefined) showErrors(form, { [field]: reasonOf(error) })
      }
      void refreshAfter(...causes)
    },
    (errors) => focusFirst(form, errors),
  )
}
