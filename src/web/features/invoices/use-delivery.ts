import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { trpc } from '../../api.ts'
import { isPassing, reasonOf } from '../../errors.ts'
import { refusedField, showErrors } from '../../forms/form-errors.ts'
import { refreshAfter } from '../../refresh.ts'
import type { ChosenFile } from '../../ui/choose-files.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { sendFiles } from '../../ui/sent-files.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { invoicePlace } from './invoice-files.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import type { OpenedInvoice, VendorInvoice } from './invoice-text.ts'
import { type InvoiceInput, type TypedInvoice, totalOf } from './invoice-values.ts'

export type DeliveryProps = {
  /** The draft that is edited; a new invoice has none. */
  draft?: VendorInvoice
  building_id: string
  place: string
  onBusy: (busy: boolean) => void
  onShow: (next: OpenedInvoice) => void
  onClose: () => void
}

/** Saves, sends and discards an invoice, each once, however often its button is pressed. */
export function useDelivery(
  { draft, building_id, place, onBusy, onShow, onClose }: DeliveryProps,
  form: UseFormReturnType<TypedInvoice>,
  dropDraft: () => void,
) {
  const { mutateAsync: create } = useMutation(trpc.invoices.create.mutationOptions())
  const { mutateAsync: update } = useMutation(trpc.invoices.update.mutationOptions())
  const { mutateAsync: send } = useMutation(trpc.invoices.send.mutationOptions())
  const { mutateAsync: remove } = useMutation(trpc.invoices.discard.mutationOptions())
  const { run } = useSingleFlight()
  const [id] = useState(() => draft?.id ?? crypto.randomUUID())
  /** After a lost response, in which it may have been created: what was typed since then is not in it. */
  const unsure = useRef(false)

  /** Returns the version that is there then. */
  async function save(input: InvoiceInput): Promise<number> {
    if (draft) return (await update({ id, version: draft.version, ...input })).version
    try {
      await create({ id, building_id, ...input })
    } catch (error) {
      unsure.current ||= isPassing(error)
      throw error
    }
    return unsure.current ? (await update({ id, version: 1, ...input })).version : 1
  }

  const deliver = (input: InvoiceInput, sends: boolean, files: readonly ChosenFile[]) =>
    run(async () => {
      const { number, due_date } = input
      const total = totalOf(input)
      const asks = { title: 'Send Invoice', action: 'Send Invoice' }
      const question = INVOICE_MESSAGES.confirmSend({ number, place, total, due_date })
      if (sends && !(await confirm({ ...asks, question }))) return
      onBusy(true)
      let version = form.isDirty() ? undefined : draft?.version
      try {
        version ??= await save(input)
        // It is saved, also if it is not sent.
        dropDraft()
        if (!(await sendFiles(invoicePlace(id), files))) throw new Error(INVOICE_MESSAGES.fileMissing)
        const shown = [...(draft?.files ?? []), ...files].map((file) => file.id)
        if (sends) await send({ id, version, total, files: shown })
        onClose()
        notify.success((sends ? INVOICE_MESSAGES.sent : INVOICE_MESSAGES.saved)(number))
      } catch (error) {
        onBusy(false)
        const reason = reasonOf(error)
        notify.error(
          version !== undefined
            ? INVOICE_MESSAGES[isPassing(error) ? 'sendUnsure' : 'sendFailed'](number, reason)
            : INVOICE_MESSAGES.saveFailed(reason),
        )
        const field = refusedField(form, error)
        if (field !== undefined) showErrors(form, { [field]: reason })
        if (version !== undefined && !draft) onShow({ step: 'known', id, number, place })
      }
      void refreshAfter('invoice_created', 'invoice_sent')
    })

  const discard = () =>
    void run(async () => {
      if (!draft) return
      const { number } = draft
      const question = INVOICE_MESSAGES.confirmDiscard(number, place)
      if (!(await confirm({ title: 'Discard Draft', question, action: 'Discard', danger: true }))) return
      onBusy(true)
      try {
        await remove({ id, version: draft.version })
        dropDraft()
        onClose()
        notify.success(INVOICE_MESSAGES.discarded(number))
      } catch (error) {
        onBusy(false)
        notify.error(INVOICE_MESSAGES.discardFailed(reasonOf(error)))
      }
      void refreshAfter('invoice_discarded')
    })

  return { deliver, discard }
}
