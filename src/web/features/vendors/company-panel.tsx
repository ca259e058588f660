import { Button, Textarea, TextInput, Title } from '@mantine/core'
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
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { useViewer } from '../../session/session.ts'
import { ChooseFiles, type ChosenFile } from '../../ui/choose-files.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SuccessText } from '../../ui/message-box.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ScorecardList } from './scorecard-list.tsx'
import classes from './vendor-profile.module.css'

type Own = inferOutput<typeof trpc.vendors.own>

/** What buildings read of the company beside its quotes: its words, its work in photos, its scorecard. Product 2.7 */
export function CompanyPanel() {
  const manages = may(useViewer(), 'manage_company')
  const own = useQuery(trpc.vendors.own.queryOptions())
  return (
    <Panel title="Company Profile" lead="Buildings that ask you for a quote see it.">
      {own.data ? (
        <>
          {manages ? (
            <AboutForm own={own.data} />
          ) : (
            own.data.about && <p className={classes.text}>{own.data.about}</p>
          )}
          <Portfolio photos={own.data.photos} manages={manages} />
          <div className={classes.work}>
            <Title order={3} size="h4">
              Your Scorecard
            </Title>
            <ScorecardList scorecard={own.data.scorecard} />
          </div>
        </>
      ) : own.isError ? (
        <LoadFailed
          reason={PROFILE_MESSAGES.loadFailed(reasonOf(own.error))}
          onRetry={() => own.refetch()}
          busy={own.isFetching}
        />
      ) : (
        <RowSkeletons count={2} label="Loading your company profile…" />
      )}
    </Panel>
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

const portfolioAddress = (id: string) => `/api/portfolio-photos?${new URLSearchParams({ id })}`

function Portfolio({ photos, manages }: { photos: Own['photos']; manages: boolean }) {
  const [sending, setSending] = useState(false)

  async function add(chosen: ChosenFile[]): Promise<void> {
    setSending(true)
    for (const { id, file } of chosen) {
      try {
        await sendFile(portfolioAddress(id), file, { failed: VISIT_PHOTO_MESSAGES.failed })
      } catch (error) {
        notify.error(`${file.name}: ${reasonOf(error)}`)
      }
    }
    await refreshAfter('vendor_profile_changed')
    setSending(false)
  }

  async function remove(id: string): Promise<void> {
    const question = {
      title: 'Remove photo',
      question: 'Remove this photo? It can’t be brought back.',
      action: 'Remove',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await sendFile(portfolioAddress(id), null, { failed: VISIT_PHOTO_MESSAGES.removeFailed })
    } catch (error) {
      notify.error(`${VISIT_PHOTO_MESSAGES.removeFailed}: ${reasonOf(error)}`)
    }
    await refreshAfter('vendor_profile_changed')
  }

  return (
    <div className={classes.work}>
      <Title order={3} size="h4">
        Photos of Your Work
      </Title>
      <PhotoStrip photos={photos} onRemove={manages ? (id) => void remove(id) : undefined} />
      {manages && (
        <ChooseFiles
          label="Add photos"
          accept=".jpg,.jpeg,.png"
          count={photos.length}
          most={MAX_PORTFOLIO_PHOTOS}
          tooMany={`A company shows at most ${MAX_PORTFOLIO_PHOTOS} photos.`}
          busy={sending}
          onChoose={(chosen) => void add(chosen)}
        />
      )}
    </div>
  )
}
