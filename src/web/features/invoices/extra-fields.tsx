import { Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import classes from './invoice-form.module.css'
import { type TypedInvoice, withExtra } from './invoice-values.ts'

type TypedExtra = TypedInvoice['extras'][number]
type Props = { form: UseFormReturnType<TypedInvoice> }

/** What was not agreed before: lines of their own, which the building approves or refuses. Product 3.1 */
export function ExtraFields({ form }: Props) {
  const { extras } = form.values
  // A new one takes the focus.
  const before = useRef(extras.length)
  const focusLast = useEffectEvent(() =>
    form.getInputNode(`extras.${extras.length - 1}.description`)?.focus(),
  )
  useEffect(() => {
    if (extras.length > before.current) focusLast()
    before.current = extras.length
  }, [extras.length])

  // The list as a whole, so that the form knows whether it is edited.
  const set = (next: TypedExtra[]) => {
    form.clearFieldError('lines')
    form.setFieldValue('extras', next)
  }
  const change = (at: number, part: Partial<TypedExtra>) => {
    for (const name of Object.keys(part)) form.clearFieldError(`extras.${at}.${name}`)
    set(extras.map((extra, index) => (index === at ? { ...extra, ...part } : extra)))
  }
  return (
    <fieldset className={classes.group}>
      <legend>Extras</legend>
      <p className={classes.hint}>Work that was not agreed before. The invoice says so of each extra.</p>
      {extras.map(({ id }, at) => (
        <div key={id} className={classes.extra}>
          <TextInput
            {...form.getInputProps(`extras.${at}.description`)}
            label={`Extra ${at + 1}`}
            autoComplete="off"
            onChange={({ currentTarget }) => change(at, { description: currentTarget.value })}
          />
          <TextInput
            {...form.getInputProps(`extras.${at}.amount`)}
            label={`Price of extra ${at + 1}`}
            leftSection="$"
            inputMode="decimal"
            autoComplete="off"
            classNames={{ input: classes.price }}
            onChange={({ currentTarget }) => change(at, { amount: currentTarget.value })}
          />
          <Button
            variant="subtle"
            color="red"
            aria-label={`Remove extra ${at + 1}`}
            onClick={() => {
              form.clearErrors()
              set(extras.filter((extra) => extra.id !== id))
            }}
          >
            Remove
          </Button>
        </div>
      ))}
      {extras.length < LIMITS.invoice_lines && (
        <Button
          variant="default"
          size="compact-md"
          className={classes.add}
          data-path="lines"
          onClick={() => set(withExtra(extras))}
        >
          Add Extra
        </Button>
      )}
    </fieldset>
  )
}
