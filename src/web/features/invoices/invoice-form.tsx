import '../../ui/part-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { focusFirst } from '../../forms/form-errors.ts'
import { useDraft } from '../../forms/use-draft.ts'
import type { ChosenFile } from '../../ui/choose-files.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { ChoiceFields } from './choice-fields.tsx'
import { ExtraFields } from './extra-fields.tsx'
import { ChosenFiles, InvoiceFiles } from './invoice-files.tsx'
import classes from './invoice-form.module.css'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import { InvoiceTotals } from './invoice-totals.tsx'
import {
  type DraftFacts,
  type InvoiceChoice,
  invoiceForm,
  typedInvoice,
  typedLine,
  withDate,
} from './invoice-values.ts'
import { type DeliveryProps, useDelivery } from './use-delivery.ts'
import { useOutdated } from './use-outdated.ts'

export type InvoiceFormProps = DeliveryProps & {
  /** While it is saved or sent. */
  busy: boolean
  choices: readonly InvoiceChoice[]
  /** The facts that it begins with: the draft's own, or the next invoice's. */
  facts: DraftFacts
}

/** What an invoice asks for, when it is to be paid, and what it adds up to: to be saved as a draft, or sent. Product 3.1 */
export function InvoiceForm({ busy, choices, facts, ...delivery }: InvoiceFormProps) {
  const { draft, building_id } = delivery
  const schema = invoiceForm(choices)
  const form = useForm({
    initialValues: typedInvoice(choices, facts),
    validate: schemaResolver(schema, { sync: true }),
  })
  const name = draft ? `invoice ${draft.id}` : `invoice for ${building_id}`
  const dropTyped = useDraft(name, form, { stays: true })
  const { outdated, forget } = useOutdated(name, form, draft?.version)
  const dropDraft = () => {
    dropTyped()
    forget()
  }
  const { deliver, discard } = useDelivery(delivery, form, dropDraft)
  const [sends, setSends] = useState(false)
  // What is kept of what was typed can't hold them.
  const [files, setFiles] = useState<readonly ChosenFile[]>([])

  // Visits may be finished while it is open, and what was kept of it may be older.
  const added = choices.filter(({ id }) => !form.values.lines[id])
  const addedIds = added.map(({ id }) => id).join()
  const follow = useEffectEvent((ids: string) => {
    const lines = added
      .filter(({ id }) => ids.includes(id))
      .map((choice) => [choice.id, { ...typedLine(choice), chosen: false }])
    form.setFieldValue('lines', { ...form.values.lines, ...Object.fromEntries(lines) })
  })
  useEffect(() => {
    if (addedIds !== '') follow(addedIds)
  }, [addedIds])

  const submit = (sending: boolean) => (event?: SyntheticEvent<HTMLFormElement>) =>
    form.onSubmit(
      (typed) => {
        setSends(sending)
        return deliver(schema.parse(typed), sending, files)
      },
      (errors) => (errors.lines ? form.getInputNode('lines')?.focus() : focusFirst(form, errors)),
    )(event)

  return (
    <form noValidate onSubmit={submit(false)} className={formClasses.form} aria-busy={busy}>
      {outdated && (
        <div role="alert" className={classes.outdated}>
          <p>{INVOICE_MESSAGES.outdated}</p>
          <Button
            variant="default"
            onClick={() => {
              form.reset()
              dropDraft()
            }}
          >
            Drop My Changes
          </Button>
        </div>
      )}
      <ChoiceFields form={form} choices={choices} />
      <ExtraFields form={form} />
      <div className={formClasses.pair}>
        <TextInput
          label="Number"
          required
          withAsterisk={false}
          autoComplete="off"
          maxLength={LIMITS.invoice_number + 1}
          {...form.getInputProps('number')}
        />
        <TextInput
          label="Tax rate"
          description="In percent of the subtotal"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="decimal"
          autoComplete="off"
          rightSection="%"
          {...form.getInputProps('tax_rate')}
        />
        <TextInput
          type="date"
          label="Date"
          required
          withAsterisk={false}
          {...form.getInputProps('date')}
          onChange={({ currentTarget }) => {
            form.clearFieldError('date')
            form.clearFieldError('due_date')
            form.setValues(withDate(form.values, currentTarget.value))
          }}
        />
        <TextInput
          type="date"
          label="Due date"
          required
          withAsterisk={false}
          min={form.values.date}
          {...form.getInputProps('due_date')}
        />
      </div>
      <CountedTextarea
        label="Note"
        placeholder="What the building should know, or how to pay"
        rows={2}
        max={LIMITS.invoice_note}
        {...form.getInputProps('note')}
        value={form.values.note}
      />
      {draft ? (
        <InvoiceFiles invoice={draft} open />
      ) : (
        <ChosenFiles of="invoice" files={files} busy={busy} onChange={setFiles} />
      )}
      <DialogFoot message={<InvoiceTotals typed={form.values} choices={choices} />}>
        {draft && (
          <Button variant="default" color="red" className={classes.discard} onClick={discard} disabled={busy}>
            Discard
          </Button>
        )}
        <Button type="submit" variant="default" loading={busy && !sends} disabled={busy}>
          Save Draft
        </Button>
        <Button onClick={() => submit(true)()} loading={busy && sends} disabled={busy}>
          {draft ? 'Send Invoice' : 'Save and Send'}
        </Button>
      </DialogFoot>
    </form>
  )
}
