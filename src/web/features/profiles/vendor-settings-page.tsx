import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense } from 'react'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { UpdateVendor, VENDOR_SETTINGS_MESSAGES } from '../../../domain/vendors/vendor.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { messageOf } from '../../errors.ts'
import { Fields } from '../../forms/fields.tsx'
import type { PickerProps } from '../../forms/grouped-picker.tsx'
import { useSavedForm } from '../../forms/use-saved-form.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SuccessText } from '../../ui/message-box.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Appearance } from './appearance.tsx'
import { PendingEmail } from './pending-email.tsx'
import { PhotoField } from './photo-field.tsx'
import { vendorSettings } from './slots.ts'
import { useProvenEmail } from './use-proven-email.tsx'
import classes from './vendor-settings.module.css'

// Beside or below the profile, so they load after it.
const GroupedPicker = lazyPart<'GroupedPicker', PickerProps>(
  () => import('../../forms/grouped-picker.tsx'),
  'GroupedPicker',
)
const PasswordForm = lazyPart(() => import('./password-form.tsx'), 'PasswordForm')

// Most companies have owners alone.
const OfficeSettings = lazyPart(() => import('./office-settings.tsx'), 'OfficeSettings')

/** Vendor Settings. [2.vendor-settings.1] [2.vendor-settings.4] */
export function VendorSettingsPage() {
  return (
    <Page>
      <PageHeader
        title="Vendor Settings"
        lead="Manage your profile and service offerings"
        action={
          <ButtonLink to="/vendor/company" variant="default">
            Company Profile
          </ButtonLink>
        }
      />
      <Panels />
    </Page>
  )
}

function Panels() {
  const viewer = useViewer()
  const vendor = useQuery(trpc.vendors.get.queryOptions())
  const catalog = useQuery(trpc.services.catalog.queryOptions())
  if (vendor.isLoadingError || catalog.isLoadingError) {
    const retry = () => Promise.all([vendor.refetch(), catalog.refetch()])
    const busy = vendor.isFetching || catalog.isFetching
    return <LoadFailed reason={SETTINGS_MESSAGES.loadFailed} onRetry={retry} busy={busy} />
  }
  if (!vendor.data || !catalog.data) return <RowSkeletons count={6} label="Loading your settings…" />
  return (
    <div className={classes.page}>
      {may(viewer, 'manage_company') ? (
        <VendorForm vendor={vendor.data} catalog={catalog.data} />
      ) : (
        <Suspense fallback={<RowSkeletons count={6} />}>
          <OfficeSettings vendor={vendor.data} catalog={catalog.data} />
        </Suspense>
      )}
      <Panel title="Password" lead="Changing it signs you out everywhere else.">
        <Suspense fallback={<RowSkeletons count={1} />}>
          <PasswordForm wide failed={(error) => messageOf(error) ?? SETTINGS_MESSAGES.passwordFailed} />
        </Suspense>
      </Panel>
      <Sections slot={vendorSettings} />
      <Appearance />
    </div>
  )
}

type Vendor = inferOutput<typeof trpc.vendors.get>
type Catalog = inferOutput<typeof trpc.services.catalog>

const FIELDS = [
  'first_name',
  'last_name',
  'company_name',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip_code',
] as const

/**
 * The profile and the services, saved together.
 * [2.vendor-settings.2] [2.vendor-settings.3] [2.vendor-settings.5]
 */
function VendorForm({ vendor, catalog }: { vendor: Vendor; catalog: Catalog }) {
  const { mutateAsync } = useMutation(trpc.vendors.update.mutationOptions())
  const { save, dialog } = useProvenEmail(vendor.email, mutateAsync)
  const { form, dirty, busy, failure, notice, onSubmit } = useSavedForm({
    data: vendor,
    queryKey: trpc.vendors.get.queryKey(),
    toValues,
    schema: UpdateVendor,
    save,
    causes: ['profile_updated', 'vendor_services_changed'],
    savedMessage: VENDOR_SETTINGS_MESSAGES.saved,
    failedMessage: (error) => messageOf(error) ?? VENDOR_SETTINGS_MESSAGES.failed,
  })
  const chosen = form.values.service_type_ids

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      {dialog}
      <Panel title="Profile Information" lead="How buildings know you.">
        <PhotoField />
        <div className={classes.fields}>
          <Fields form={form} names={FIELDS} optional={['phone']} focusFirst={false} />
          <PendingEmail address={vendor.pending_email} />
        </div>
      </Panel>
      <Panel
        title="Services You Provide"
        lead="You are asked for a quote whenever a building requests one of these."
      >
        <ChosenServices names={catalog.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)} />
        {/* A scroll area of its own; its checkboxes make it reachable by keyboard. */}
        <div className={classes.services}>
          <Suspense fallback={<RowSkeletons count={6} label="Loading the services…" />}>
            <GroupedPicker
              options={catalog}
              chosen={chosen}
              onChange={(ids) => form.setFieldValue('service_type_ids', ids)}
            />
          </Suspense>
        </div>
      </Panel>
      <div className={classes.bar} data-afloat={dirty || undefined}>
        <FailureText failure={failure} />
        <SuccessText>{notice}</SuccessText>
        <div className={classes.actions}>
          <span className={classes.count}>
            {chosen.length === 1 ? '1 service selected' : `${chosen.length} services selected`}
          </span>
          <Button type="submit" loading={busy} disabled={!dirty} className={classes.save}>
            {dirty ? 'Save Changes' : 'Saved'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** What is ticked below, wherever in the long list it stands. */
function ChosenServices({ names }: { names: string[] }) {
  if (names.length === 0)
    return <p className={classes.none}>None yet. Tick what you do, and requests come to you.</p>
  return (
    <ul className={classes.chosen} aria-label="Chosen services">
      {names.map((name) => (
        <li key={name}>
          <StatusBadge tone="green" dot={false}>
            {name}
          </StatusBadge>
        </li>
      ))}
    </ul>
  )
}

function toValues({ dog_photo_url, created_at, pending_email, ...values }: Vendor) {
  return { ...values, phone: values.phone ?? '', service_type_ids: values.service_type_ids.toSorted() }
}
