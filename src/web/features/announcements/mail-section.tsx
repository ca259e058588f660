import { Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { ANNOUNCEMENT_MESSAGES } from './announcement-messages.ts'

/** In the settings of residents: whether announcements are mailed to them. Product 4.5, 6.3 */
export function AnnouncementMailSection() {
  const setting = useQuery(trpc.announcements.mail.queryOptions())
  return (
    <Panel title="Announcements" lead="Important ones are always mailed.">
      {setting.data ? (
        <MailChoice mailed={setting.data.mailed} />
      ) : setting.isError ? (
        <LoadFailed
          reason={ANNOUNCEMENT_MESSAGES.newsFailed(reasonOf(setting.error))}
          onRetry={() => setting.refetch()}
          busy={setting.isFetching}
        />
      ) : (
        <RowSkeletons count={1} label="Loading your setting…" />
      )}
    </Panel>
  )
}

function MailChoice({ mailed }: { mailed: boolean }) {
  const { mutateAsync: setMail } = useMutation(trpc.announcements.setMail.mutationOptions())
  const { busy, run } = useSingleFlight()
  const choose = (wanted: boolean) =>
    run(async () => {
      try {
        await setMail({ mailed: wanted })
        notify.success(ANNOUNCEMENT_MESSAGES.mailSet(wanted))
      } catch (error) {
        notify.error(ANNOUNCEMENT_MESSAGES.mailFailed(reasonOf(error)))
      }
      await refreshAfter('announcement_mail_set')
    })
  return (
    <Checkbox
      label="Email me other announcements, too"
      checked={mailed}
      disabled={busy}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  )
}
