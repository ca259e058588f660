import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { lineName, type OFFERS } from '../../../domain/quotes/terms.ts'
import { newTypedExtra, type TypedTerms, typedLinesOf } from '../../../domain/quotes/typed-terms.ts'
import type { ScopeLine } from '../../../domain/services/scope.ts'
import { cityToday } from '../../city.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { FoldedFields } from '../../ui/folded-fields.tsx'
import classes from './terms-fields.module.css'

type TermsForm<Values, Validation> = UseFormReturnType<Values, Values, Validation>
type Props<Values, Validation> = {
  form: TermsForm<Values, Validation>
  scope: readonly ScopeLine[]
  /** The request changed since they were sent: what is new in it is to be looked at. */
  changed: boolean
}

const offerLabels: Record<(typeof OFFERS)[number], string> = {
  included: 'Included',
  not_included: 'Not included',
  extra: 'Costs extra',
}
const offers = Object.entries(offerLabels).map(([value, label]) => ({ value, label }))
const times = [
  { value: 'visit', label: 'each visit' },
  { value: 'once', label: 'once' },
]
const FIELDS = /^(lines|start_price|extras|valid_until|note)\b/

/** What a quote says beside its price, folded away until it is wanted: the price alone is the quick way. Product 2.4 */
export function TermsFields<Values extends TypedTerms, Validation>({
  form,
  scope,
  changed,
}: Props<Values, Validation>) {
  const { lines, extras, note } = form.values
  useFocusedAddition(extras.length, (at) => form.getInputNode(`extras.${at}.name`)?.focus())
  const set = (terms: Partial<TypedTerms>) => form.setValues(terms as Partial<Values>)
  // The request may change while its dialog is open.
  const asked = scope.map(({ key }) => key).join()
  const follow = useEffectEvent((keys: string) => {
    if (lines.length > 0 && lines.map(({ key }) => key).join() !== keys)
      set({ lines: typedLinesOf(scope, lines) })
  })
  useEffect(() => follow(asked), [asked])
  return (
    <FoldedFields
      title="What is included, and extras"
      text={summaryOf(form.values)}
      open={changed && lines.length > 0}
      wrong={Object.keys(form.errors).some((field) => FIELDS.test(field))}
    >
      {scope.length > 0 && (
        <Checkbox
          label="Say for each line whether it is included"
          description="Buildings compare quotes line by line."
          checked={lines.length > 0}
          onChange={({ currentTarget }) => set({ lines: currentTarget.checked ? typedLinesOf(scope) : [] })}
          error={form.errors.lines}
        />
      )}
      {lines.length > 0 && (
        <ul className={classes.lines}>
          {lines.map((line, at) => (
            <LineOffer key={line.key} form={form} at={at} label={lineName(scope, line.key)} />
          ))}
        </ul>
      )}
      <TextInput
        {...form.getInputProps('start_price')}
        label="One-time price"
        description="Paid once, with the first visit"
        leftSection="$"
        inputMode="decimal"
        autoComplete="off"
      />
      <fieldset className={classes.extras}>
        <legend>Optional extras</legend>
        {extras.map(({ id }, at) => (
          <div key={id} className={classes.extra}>
            <TextInput
              {...form.getInputProps(`extras.${at}.name`)}
              label={`Extra ${at + 1}`}
              autoComplete="off"
            />
            <PriceInput {...form.getInputProps(`extras.${at}.price`)} label={`Price of extra ${at + 1}`} />
            <NativeSelect
              {...form.getInputProps(`extras.${at}.per`)}
              label={`Extra ${at + 1} is paid`}
              data={times}
            />
            <Button
              variant="subtle"
              color="red"
              size="compact-md"
              aria-label={`Remove extra ${at + 1}`}
              onClick={() => form.removeListItem('extras', at)}
            >
              Remove
            </Button>
          </div>
        ))}
        {extras.length < LIMITS.extras && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => set({ extras: [...extras, newTypedExtra(extras)] })}
          >
            Add an Extra
          </Button>
        )}
      </fieldset>
      <TextInput
        {...form.getInputProps('valid_until')}
        type="date"
        min={cityToday()}
        label="Valid until"
        description="Without a day the price holds until the building decides."
      />
      <CountedTextarea
        {...form.getInputProps('note')}
        label="Note"
        rows={2}
        max={LIMITS.quote_note}
        value={note}
      />
    </FoldedFields>
  )
}

function LineOffer<Values extends TypedTerms, Validation>({
  form,
  at,
  label,
}: {
  form: TermsForm<Values, Validation>
  at: number
  label: string
}) {
  const line = form.values.lines[at]
  return (
    <li className={classes.line}>
      <NativeSelect {...form.getInputProps(`lines.${at}.offer`)} label={label} data={offers} />
      {line?.offer === 'extra' && (
        <PriceInput {...form.getInputProps(`lines.${at}.price`)} label="Extra price each visit" />
      )}
    </li>
  )
}

function PriceInput({ label, ...props }: { label: string }) {
  return <TextInput {...props} label={label} leftSection="$" inputMode="decimal" autoComplete="off" />
}

/** Focuses what was just added to a list of this length. */
function useFocusedAddition(length: number, focus: (at: number) => void): void {
  const before = useRef(length)
  const focusAt = useEffectEvent(focus)
  useEffect(() => {
    if (length > before.current) focusAt(length - 1)
    before.current = length
  }, [length])
}

function summaryOf({ lines, start_price, extras, valid_until, note }: TypedTerms): string {
  const parts = [
    lines.length > 0 && 'each line',
    start_price && 'a one-time price',
    extras.length > 0 && (extras.length === 1 ? '1 extra' : `${extras.length} extras`),
    valid_until && 'a last day',
    note && 'a note',
  ].filter(Boolean)
  return parts.length === 0 ? 'Price only' : parts.join(', ')
}
