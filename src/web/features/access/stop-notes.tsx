import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { canLook, whenShownLine } from '../../../domain/access/notes.ts'
import { trpc } from '../../api.ts'
import { cityNow } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import type { VisitWithNotes } from '../visits/slots.ts'
import { forgetNotes, keepNotes, shownNotes } from './kept-notes.ts'
import classes from './stop-notes.module.css'

type Props = { stop: VisitWithNotes }

/** How to get in, shown in place at a stop whose building says it: by a button, since each look is recorded. Product 1.4 */
export function StopNotes({ stop }: Props) {
  const viewer = useViewer()
  const headingId = useId()
  const { data: shown } = useQuery(shownNotes(stop.id))
  const { mutate, isPending, error } = useMutation(
    trpc.access.look.mutationOptions({
      onSuccess: (notes) => keepNotes(stop.id, { ...notes, scheduled_date: stop.scheduled_date }),
    }),
  )
  const isTime = canLook(viewer, stop, cityNow())
  useEffect(() => {
    if (!isTime) forgetNotes(stop.id)
  }, [isTime, stop.id])

  // A phone may still show what an earlier version kept, which knew of no notes.
  const since = stop.access_notes_at ?? null
  if (since === null) return null
  if (!isTime)
    return stop.status === 'confirmed' ? (
      <p className={classes.hint}>{whenShownLine(stop, cityNow())}</p>
    ) : null
  const isCurrent = shown?.changed_at === since
  const label = shown ? 'Show them again' : 'Access notes'
  return (
    <div className={classes.notes}>
      {shown && (
        <section className={classes.shown} aria-labelledby={headingId}>
          <h3 id={headingId}>Access notes</h3>
          <p className={classes.text}>{shown.notes}</p>
          <p className={classes.hint}>
            {isCurrent
              ? 'This phone keeps them until the visit ends. The building sees that you looked.'
              : 'The building has changed them since you looked.'}
          </p>
        </section>
      )}
      {!isCurrent && (
        <Button
          fullWidth
          variant="default"
          leftSection={<IconKey size={20} stroke={1.7} aria-hidden />}
          loading={isPending}
          onClick={() => mutate({ id: stop.id })}
        >
          {label}
        </Button>
      )}
      {error && (
        <p className={classes.failed} role="alert">
          Failed to show the access notes: {reasonOf(error)}
        </p>
      )}
    </div>
  )
}
