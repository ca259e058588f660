import { Button, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { LINK_DAYS } from '../../../domain/members/invitation.ts'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { TIE_LABELS, TIES } from '../../../domain/members/unit.ts'
import { optionalText, wholeNumber } from '../../../domain/text.ts'
import { trpc } from '../../api.ts'
import { sendForm } from '../../forms/send-form.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './captain-members-page.module.css'

type Props = { opened: boolean; onClose: () => void }

/** Makes an invitation link, and shows it: only now, since the portal keeps no more than its hash. Product 4.1 */
export function LinkDialog({ opened, onClose }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  const close = () => {
    setAddress(null)
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      dismissible={address === null}
      size="md"
      title={address === null ? 'Invite by Link' : 'Your invitation link'}
      lead={
        address === null
          ? 'Who has the link can ask to join. With a unit, they are in at once.'
          : 'It is shown only now. Send it to those that you invite.'
      }
    >
      {address === null ? (
        <LinkForm onMade={setAddress} onClose={close} />
      ) : (
        <MadeLink address={address} onClose={close} />
      )}
    </FormDialog>
  )
}

const DAYS: Record<(typeof LINK_DAYS)[number], string> = { 1: '1 day', 7: '7 days', 30: '30 days' }

/** What is typed, as the procedure takes it. */
const schema = z.object({
  unit_number: optionalText('Unit Number', LIMITS.unit),
  tie: z.enum(TIES),
  max_uses: z
    .string()
    .transform((typed) => (typed.trim() === '' ? null : Number(typed)))
    .pipe(wholeNumber('Number of people', 1, LIMITS.link_uses)),
  days: z.coerce.number().pipe(z.literal([...LINK_DAYS])),
})

function LinkForm({ onMade, onClose }: { onMade: (address: string) => void; onClose: () => void }) {
  const { mutateAsync: create } = useMutation(trpc.members.createLink.mutationOptions())
  const form = useForm({
    initialValues: { unit_number: '', tie: 'owner', max_uses: '20', days: '7' },
    validate: schemaResolver(schema, { sync: true }),
  })
  const busy = form.submitting
  const hasUnit = form.values.unit_number.trim() !== ''
  const onSubmit = sendForm(form, {
    send: async (values) => onMade((await create(schema.parse(values))).address),
    failed: MEMBER_MESSAGES.linkFailed,
    causes: ['link_created'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={formClasses.form}>
      <div className={formClasses.pair}>
        <TextInput
          label="Unit Number"
          description="Optional: who comes is accepted at once"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('unit_number')}
        />
        <NativeSelect
          label="Owner or Renter"
          description="Of that unit"
          disabled={!hasUnit}
          data={TIES.map((tie) => ({ value: tie, label: TIE_LABELS[tie] }))}
          {...form.getInputProps('tie')}
        />
      </div>
      <div className={formClasses.pair}>
        <TextInput
          label="Number of People"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('max_uses')}
        />
        <NativeSelect
          label="Works for"
          data={LINK_DAYS.map((days) => ({ value: String(days), label: DAYS[days] }))}
          {...form.getInputProps('days')}
        />
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Make Link
        </Button>
      </DialogFoot>
    </form>
  )
}

function MadeLink({ address, onClose }: { address: string; onClose: () => void }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      notify.success(MEMBER_MESSAGES.linkCopied)
    } catch {
      notify.error(MEMBER_MESSAGES.linkNotCopied)
    }
  }
  return (
    <div className={formClasses.form}>
      <TextInput
        label="Link"
        value={address}
        readOnly
        data-autofocus
        className={classes.address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogFoot>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogFoot>
    </div>
  )
}
