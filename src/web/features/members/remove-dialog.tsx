import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { MEMBER_MESSAGES, officeNames } from '../../../domain/members/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './captain-members-page.module.css'

type Removal = inferOutput<typeof trpc.members.removal>
type Props = {
  person: { id: string; name: string }
  opened: boolean
  onClose: () => void
  /** What is done instead, by a list that shows the outcome optimistically. */
  onRemove?: () => void
}

/** Removes a person, after it said what ends with that. [8.confirm.2] Product 4.1 */
export function RemoveDialog({ person: { id, name }, opened, onClose, onRemove }: Props) {
  const removal = useQuery(trpc.members.removal.queryOptions({ id }, { enabled: opened, gcTime: 0 }))
  const { mutateAsync } = useMutation(trpc.members.remove.mutationOptions())
  const { busy, run } = useSingleFlight()

  const remove = () =>
    run(async () => {
      try {
        await mutateAsync({ id })
        onClose()
        notify.success(MEMBER_MESSAGES.removed)
      } catch (error) {
        notify.error(MEMBER_MESSAGES.removeFailed(reasonOf(error)))
      }
      await refreshAfter('member_removed')
    })

  return (
    <FormDialog opened={opened} onClose={onClose} dismissible={!busy} size="md" title={`Remove ${name}`}>
      <p>{MEMBER_MESSAGES.confirmRemove}</p>
      {removal.data ? (
        <ul className={classes.powers} aria-label="What ends">
          {effects(removal.data).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      ) : removal.isError ? (
        <LoadFailed
          reason={MEMBER_MESSAGES.removeFailed(reasonOf(removal.error))}
          onRetry={() => removal.refetch()}
          busy={removal.isFetching}
        />
      ) : (
        <RowSkeletons count={1} />
      )}
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          loading={busy}
          disabled={!removal.data}
          onClick={() => void (onRemove ?? remove)()}
        >
          Remove
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}

/** What ends with a removal, a sentence each. */
function effects(removal: Removal): string[] {
  const { units, offices, links, invited, offered, votes, proxies, elections } = removal
  return [
    'They are signed out of everything of the building at once, and get an email.',
    ...units.map(({ number, tie }) =>
      tie === 'owner'
        ? `They no longer own unit ${number} here, and don’t vote for it.`
        : `They no longer rent unit ${number} here.`,
    ),
    ...(offices.length > 0 ? [`They are no longer ${officeNames(offices)}.`] : []),
    ...(links > 0
      ? [`${links === 1 ? '1 invitation link' : `${links} invitation links`} of theirs stop working.`]
      : []),
    ...(invited > 0
      ? [`${invited === 1 ? '1 person' : `${invited} people`} that they invited will wait for your approval.`]
      : []),
    ...(votes > 0
      ? [
          `They can’t vote in ${votes === 1 ? '1 open vote' : `${votes} open votes`}. A ballot that they have cast stays.`,
        ]
      : []),
    ...(proxies.length > 0
      ? [
          proxies.length === 1
            ? `The proxy for unit ${proxies[0]}, which they hold or gave, ends.`
            : `The proxies for units ${proxies.join(', ')}, which they hold or gave, end.`,
        ]
      : []),
    ...(elections > 0
      ? [`They don’t stand in ${elections === 1 ? '1 election' : `${elections} elections`} to come.`]
      : []),
    ...(offered ? ['They are no longer asked to become the HOA representative.'] : []),
    'What they requested, wrote and uploaded stays.',
  ]
}
