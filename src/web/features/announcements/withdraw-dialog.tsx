import { useMutation } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { ReasonForm } from '../../forms/reason-form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'
import type { ShownAnnouncement } from './shown-announcement.ts'

type Props = { announcement: ShownAnnouncement; opened: boolean; onClose: () => void }

/** Takes a sent announcement back, with a reason for its readers. Product 4.5 */
export function WithdrawDialog({ announcement: { id, title }, opened, onClose }: Props) {
  const { mutateAsync: withdraw } = useMutation(trpc.announcements.withdraw.mutationOptions())
  return (
    <FormDialog opened={opened} onClose={onClose} title="Withdraw Announcement" lead={title}>
      <ReasonForm
        draft={`withdraw announcement ${id}`}
        placeholder="Such as: the date was wrong"
        note="Its readers see the title and the reason, and no longer what it said. It is mailed as the announcement was."
        keep="Keep Announcement"
        act="Withdraw Announcement"
        send={(reason) => withdraw({ id, reason })}
        done={ANNOUNCEMENT_MESSAGES.withdrawn}
        failed={ANNOUNCEMENT_MESSAGES.failed}
        causes={['announcement_withdrawn']}
        onKeep={onClose}
        onDone={onClose}
      />
    </FormDialog>
  )
}
