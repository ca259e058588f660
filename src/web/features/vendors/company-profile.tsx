import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { MAX_PORTFOLIO_PHOTOS, PROFILE_MESSAGES, SaveAbout } from '../../../domain/vendors/vendor-profile.ts'
import { may } from '../../../domain/viewer.ts'
import { VISIT_PHOTO_MESSAGES } from '../../../domain/visits/photo.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { useSavedForm } from '../../forms/use-saved-form.ts'
import { useViewer } from '../../session/session.ts'
import { ChooseFiles, type ChosenFile } from '../../ui/choose-files.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SuccessText } from '../../ui/message-box.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { type FilePlace, removeSent, sendFiles } from '../../ui/sent-files.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { ScorecardList } from './scorecard-list.tsx'
import classes from './vendor-profile.module.css'

type Own = inferOutput<typeof trpc.vendors.own>

/** What buildings read of the company beside its quotes: its words, its work in photos, its scorecard. Product 2.7 */
export function CompanyProfile() {
  const manages = may(useViewer(), 'manage_company')
  const own = useQuery(trpc.vendors.own.queryOptions())
  if (own.isError && !own.data)
    return (
      <LoadFailed
        reason={PROFILE_MESSAGES.loadFailed(reasonOf(own.error))}
        onRetry={() => own.refetch()}
        busy={own.isFetching}
      />
    )
  if (!own.data) return <CardSkeletons label="Loading your company profile…" />
  return (
    <div className={classes.panels}>
      <Panel title="About">
        {manages ? (
          <AboutForm own={own.data} />
        ) : (
          <p className={classes.text}>
            {own.data.about ?? 'Your owners have not written about the company yet.'}
          </p>
        )}
      </Panel>
      <Portfolio photos={own.data.photos} manages={manages} />
      <Panel title="Scorecard" lead="Counted from what was recorded in the last twelve months.">
        <ScorecardList scorecard={own.data.scorecard} />
      </Panel>
    </div>
  )
}

function AboutForm({ own }: { own: Own }) {
  const { mutateAsync } = useMutation(trpc.vendors.saveAbout.mutationOptions())
  const { form, dirty, busy, failure, notice, onSubmit } = useSavedForm({
    data: own,
    queryKey: trpc.vendors.own.queryKey(),
    toValues,
    schema: SaveAbout,
    save: mutateAsync,
    causes: ['vendor_profile_changed'],
    savedMessage: PROFILE_MESSAGES.saved,
    failedMessage: () => PROFILE_MESSAGES.saveFailed,
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <Textarea
        label="About"
        description="Who you are, how you work, who comes"
        autosize
        minRows={3}
        maxLength={LIMITS.about + 1}
        {...form.getInputProps('about')}
      />
      <TextInput
        label="Service area"
        description="The parts of the city that you go to"
        maxLength={LIMITS.service_area + 1}
        {...form.getInputProps('service_area')}
      />
      <FailureText failure={failure} />
      <SuccessText>{notice}</SuccessText>
      <div>
        <Button type="submit" loading={busy} disabled={!dirty}>
          Save Company Profile
        </Button>
      </div>
    </form>
  )
}

const toValues = ({ about, service_area }: Own) => ({ about: about ?? '', service_area: service_area ?? '' })

const PLACE: FilePlace = {
  address: ({ id }) => `/api/portfolio-photos?${new URLSearchParams({ id })}`,
  added: 'vendor_profile_changed',
  removed: 'vendor_profile_changed',
  failed: VISIT_PHOTO_MESSAGES.failed,
  removeFailed: VISIT_PHOTO_MESSAGES.removeFailed,
}

function Portfolio({ photos, manages }: { photos: Own['photos']; manages: boolean }) {
  const [sending, setSending] = useState(false)

  async function add(chosen: ChosenFile[]): Promise<void> {
    setSending(true)
    await sendFiles(PLACE, chosen)
    setSending(false)
  }

  return (
    <Panel title="Photos of Your Work" lead="Buildings see them beside your quotes.">
      <div className={classes.work}>
        <PhotoStrip
          photos={photos}
          onRemove={manages ? (id) => void removeSent(PLACE, id, 'this photo', 'Remove photo') : undefined}
        />
        {manages && (
          <ChooseFiles
            label="Add photos"
            accept=".jpg,.jpeg,.png,.webp"
            count={photos.length}
            most={MAX_PORTFOLIO_PHOTOS}
            tooMany={`A company shows at most ${MAX_PORTFOLIO_PHOTOS} photos.`}
            busy={sending}
            onChoose={(chosen) => void add(chosen)}
          />
        )}
      </div>
    </Panel>
  )
}
