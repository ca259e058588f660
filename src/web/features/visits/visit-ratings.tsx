import { Button, Radio, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { LIMITS } from '../../../domain/limits.ts'
import { canRate, RATING_MESSAGES, ratingForm } from '../../../domain/visits/rating.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import classes from './visit-ratings.module.css'

type RatedVisit = inferOutput<typeof trpc.visits.proof>
type ShownRating = RatedVisit['ratings'][number]

/** What the building says of a visit, and one's own rating of it. Product 1.5 */
export function VisitRatings({ id, proof }: { id: string; proof: RatedVisit }) {
  const viewer = useViewer()
  const { ratings } = proof
  const own = ratings.find(({ person }) => person !== null && person === viewer?.id)
  return (
    <section className={classes.section} aria-labelledby="ratings">
      <Title order={3} size="h4" id="ratings">
        Ratings
      </Title>
      {ratings.length === 0 ? (
        <p className={classes.aside}>Nobody has rated this visit yet.</p>
      ) : (
        <ul className={classes.ratings}>
          {ratings.map((rating) => (
            <RatingRow key={rating.id} rating={rating} isOwn={rating === own} />
          ))}
        </ul>
      )}
      {canRate(viewer, proof) && <RatingForm key={own?.id} id={id} own={own} />}
    </section>
  )
}

function RatingRow({
  rating: { thumb, full_name, comment },
  isOwn,
}: {
  rating: ShownRating
  isOwn: boolean
}) {
  const Icon = thumb === 'up' ? IconThumbUp : IconThumbDown
  return (
    <li className={classes.rating} data-thumb={thumb}>
      <Icon
        size={22}
        stroke={1.7}
        role="img"
        aria-label={thumb === 'up' ? 'Thumbs up' : 'Thumbs down'}
        className={classes.thumb}
      />
      <div>
        <p className={classes.name}>{isOwn ? 'You' : (full_name ?? 'A resident')}</p>
        {comment && <p className={classes.comment}>{comment}</p>}
      </div>
    </li>
  )
}

function RatingForm({ id, own }: { id: string; own: ShownRating | undefined }) {
  const rating = useMutation(trpc.visits.rate.mutationOptions())
  const removing = useMutation(trpc.visits.removeRating.mutationOptions())
  const { busy: isRemoving, run } = useSingleFlight()
  const form = useForm<{ thumb: string; comment: string }>({
    initialValues: { thumb: own?.thumb ?? '', comment: own?.comment ?? '' },
    validate: schemaResolver(ratingForm, { sync: true }),
  })
  useDraft(`rate ${id}`, form)
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async ({ thumb, comment }) => {
      await rating.mutateAsync({ id, thumb: thumb === 'up' ? 'up' : 'down', comment })
      notify.success(RATING_MESSAGES.saved)
      form.resetDirty()
    },
    failed: RATING_MESSAGES.saveFailed,
    causes: ['visit_rated'],
  })
  const remove = () =>
    run(async () => {
      try {
        await removing.mutateAsync({ id })
        notify.success(RATING_MESSAGES.removed)
      } catch (error) {
        notify.error(RATING_MESSAGES.removeFailed(reasonOf(error)))
      }
      await refreshAfter('visit_rating_removed')
    })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <Radio.Group label="Your rating" {...form.getInputProps('thumb')}>
        <div className={classes.thumbs}>
          <Radio value="up" label="Thumbs up" />
          <Radio value="down" label="Thumbs down" />
        </div>
      </Radio.Group>
      <CountedTextarea
        label="Comment"
        placeholder="What was good, or what was missing?"
        rows={2}
        max={LIMITS.reason}
        {...form.getInputProps('comment')}
        value={form.values.comment}
      />
      <DialogFoot>
        {own && (
          <Button variant="default" onClick={() => void remove()} loading={isRemoving} disabled={busy}>
            Remove Rating
          </Button>
        )}
        <Button type="submit" loading={busy} disabled={isRemoving}>
          Save Rating
        </Button>
      </DialogFoot>
    </form>
  )
}
