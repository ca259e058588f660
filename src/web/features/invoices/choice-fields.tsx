import { Button, Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { lineText } from '../../../domain/invoices/invoice-sheet.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney, parsePrice } from '../../../domain/money.ts'
import { cityToday } from '../../city.ts'
import classes from './invoice-form.module.css'
import type { InvoiceChoice, TypedInvoice } from './invoice-values.ts'

type ChosenLine = TypedInvoice['lines'][string]
type Props = { form: UseFormReturnType<TypedInvoice>; choices: readonly InvoiceChoice[] }

/** The finished visits and the one-time prices, each with its price: what is ticked is asked for. */
export function ChoiceFields({ form, choices }: Props) {
  const visits = choices.filter(({ kind }) => kind === 'visit')
  const starts = choices.filter(({ kind }) => kind === 'start')
  const change = (ids: readonly string[], part: Partial<ChosenLine>) => {
    const { lines } = form.values
    const changed = ids.flatMap((id) => (lines[id] ? [[id, { ...lines[id], ...part }]] : []))
    for (const id of ids) form.clearFieldError(`lines.${id}.amount`)
    // The list as a whole, so that the form knows whether it is edited.
    form.setFieldValue('lines', { ...lines, ...Object.fromEntries(changed) })
  }
  const chosen = visits.filter(({ id }) => form.values.lines[id]?.chosen)
  const rows = (shown: readonly InvoiceChoice[]) => (
    <ul className={classes.lines}>
      {shown.map((choice) => (
        <ChoiceRow
          key={choice.id}
          form={form}
          choice={choice}
          onChange={(part) => change([choice.id], part)}
        />
      ))}
    </ul>
  )
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Finished visits</legend>
        <p className={classes.hint}>
          {visits.length === 0
            ? 'None is left to invoice here.'
            : 'At their agreed prices. You can ask for less, not for more.'}
          {visits.length > LIMITS.invoice_lines &&
            ` An invoice has at most ${LIMITS.invoice_lines} lines: the others wait for the next one.`}
        </p>
        {visits.length > 3 && (
          <Button
            variant="subtle"
            size="compact-md"
            className={classes.button}
            onClick={() =>
              change(
                visits.slice(0, chosen.length === 0 ? LIMITS.invoice_lines : undefined).map(({ id }) => id),
                { chosen: chosen.length === 0 },
              )
            }
          >
            {chosen.length === 0 ? 'Tick all' : 'Untick all'}
          </Button>
        )}
        {rows(visits)}
        {form.errors.lines && (
          <p className={classes.wrong} role="alert">
            {form.errors.lines}
          </p>
        )}
      </fieldset>
      {starts.length > 0 && (
        <fieldset className={classes.group}>
          <legend>One-time prices</legend>
          {rows(starts)}
        </fieldset>
      )}
    </>
  )
}

type ChoiceRowProps = Pick<Props, 'form'> & {
  choice: InvoiceChoice
  onChange: (part: Partial<ChosenLine>) => void
}

function ChoiceRow({ form, choice, onChange }: ChoiceRowProps) {
  const line = form.values.lines[choice.id]
  if (!line) return null
  const { agreed, stopped } = choice
  const name = lineText(choice, cityToday())
  const isLess = line.chosen && parsePrice(line.amount) !== agreed
  return (
    <li className={classes.line}>
      <Checkbox
        className={classes.choice}
        data-path="lines"
        label={name}
        description={isLess ? `Agreed at ${formatMoney(agreed)}` : undefined}
        checked={line.chosen}
        onChange={({ currentTarget }) => onChange({ chosen: currentTarget.checked })}
      />
      {line.chosen ? (
        <TextInput
          {...form.getInputProps(`lines.${choice.id}.amount`)}
          aria-label={`Price of ${name}`}
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: classes.price }}
          onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
        />
      ) : (
        <span className={classes.off}>{formatMoney(agreed)}</span>
      )}
      {stopped && (
        <p className={classes.stopped}>This visit is no longer finished as agreed. Untick it to go on.</p>
      )}
    </li>
  )
}
