import { Button, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { MAX_PORTFOLIO_PHOTOS, PROFILE_MESSAGES, SaveAbout } from '../../../domain/vendors/vendor-profile.ts'
import { may } from '../../../domain/viewer.ts'
import { VISIT_PHOTO_MESSAGES } from '../../../domain/visits/photo.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { refreshAfter } from '../../refresh.ts'
import { sendFile } from '../../send-file.ts'
import { useViewer } from '../../session/session.ts'
import { ChooseFiles, type ChosenFile } from '../../ui/choose-files.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { notify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
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
  const form = useForm({ initialValues: toValues(own), validate: schemaResolver(SaveAbout, { sync: true }) })
  useDraft('company profile', form)
  const onSubmit = sendForm(form, {
    send: async (values) => {
      await mutateAsync(values)
      form.resetDirty(values)
      notify.success(PROFILE_MESSAGES.saved)
    },
    failed: PROFILE_MESSAGES.saveFailed,
    causes: ['vendor_profile_changed'],
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
      <div>
        <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
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
    <Panel title="Photos of Your Work" lead="Buildings see them beside your quotes.">
      <div className={classes.work}>
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
    </Panel>
  )
}
