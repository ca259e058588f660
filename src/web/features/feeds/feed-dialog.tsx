import '../../ui/part-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { subscribingAddress } from '../../../domain/feeds/address.ts'
import { FEED_MESSAGES, feedForm } from '../../../domain/feeds/feed.ts'
import { trpc } from '../../api.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './feeds.module.css'

type Props = {
  /** What was made; null before. */
  address: string | null
  onMade: (address: string) => void
  onClose: () => void
}

/** Makes a calendar address, and shows it: only now, since the portal keeps no more than its hash. Product 1.7 */
export function FeedDialog({ address, onMade, onClose }: Props) {
  // Closed meanwhile, it would be made and never seen.
  const making = useIsMutating({ mutationKey: trpc.feeds.create.mutationKey() }) > 0
  return (
    <FormDialog
      opened
      onClose={onClose}
      dismissible={address === null && !making}
      title={address === null ? 'New calendar address' : 'Your calendar address'}
      lead={
        address === null
          ? 'One for each calendar, so that you can revoke it alone.'
          : 'It is shown only now. Whoever has it sees your visits: keep it like a password.'
      }
    >
      {address === null ? (
        <NameForm onMade={onMade} onClose={onClose} />
      ) : (
        <MadeAddress address={address} onClose={onClose} />
      )}
    </FormDialog>
  )
}

function NameForm({ onMade, onClose }: Omit<Props, 'address'>) {
  const { mutateAsync: create } = useMutation(trpc.feeds.create.mutationOptions())
  const form = useForm({
    initialValues: { name: '' },
    validate: schemaResolver(feedForm, { sync: true }),
  })
  const busy = form.submitting
  useDraft('calendar address', form)
  const onSubmit = sendForm(form, {
    send: async (values) => onMade((await create(values)).address),
    failed: FEED_MESSAGES.createFailed,
    causes: ['feed_created'],
  })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <TextInput
        label="Name"
        description="Where you use it: ‘Google Calendar’, ‘My phone’"
        data-autofocus
        required
        withAsterisk={false}
        {...form.getInputProps('name')}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Make Address
        </Button>
      </DialogFoot>
    </form>
  )
}

function MadeAddress({ address, onClose }: { address: string; onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      notify.success(FEED_MESSAGES.copied)
    } catch {
      notify.error(FEED_MESSAGES.notCopied)
    }
  }

  return (
    <div className={classes.form}>
      <TextInput
        label="Address"
        value={address}
        readOnly
        data-autofocus
        className={classes.address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <ul className={classes.steps} aria-label="Where to put it">
        <li>
          <strong>Apple Calendar</strong>, or another one on this device: choose ‘Open in calendar’.
        </li>
        <li>
          <strong>Google Calendar</strong>, on a computer: ‘Other calendars’, ‘From URL’, and paste it.
        </li>
        <li>
          <strong>Outlook</strong>: ‘Add calendar’, ‘Subscribe from web’, and paste it.
        </li>
      </ul>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button variant="default" component="a" href={subscribingAddress(address)}>
          Open in calendar
        </Button>
        <Button onClick={copy}>Copy address</Button>
      </DialogFoot>
    </div>
  )
}
