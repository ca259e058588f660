import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useMemo } from 'react'
import { VENDOR_SETTINGS_MESSAGES, VendorSettings } from '../../domain/vendors/settings.ts'
import { Fields } from '../accounts/fields.tsx'
import { PendingEmail } from '../accounts/pending-email.tsx'
import { PhotoField } from '../accounts/photo-field.tsx'
import { readAgain, useSavedForm } from '../accounts/use-saved-form.ts'
import { trpc } from '../api.ts'
import { messageOf } from '../errors.ts'
import { FailureText } from '../ui/failure-text.tsx'
import { SuccessText } from '../ui/message-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { ServicePicker } from './service-picker.tsx'
import classes from './vendor-settings.module.css'

type Settings = inferOutput<typeof trpc.vendors.settings>
type Catalogue = inferOutput<typeof trpc.services.catalogue>

const names = [
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
type Values = Record<(typeof names)[number], string> & { service_type_ids: string[] }

async function reread(): Promise<Values | undefined> {
  const now = await readAgain(trpc.vendors.settings.queryOptions().queryKey)
  return now && toValues(now)
}

/** Profile and services, saved together. What was typed stays when the server refuses it. */
export function VendorSettingsForm({ settings, types }: { settings: Settings; types: Catalogue }) {
  const saved = useMemo(() => toValues(settings), [settings])
  const { mutateAsync: save } = useMutation(trpc.vendors.saveSettings.mutationOptions())
  const { form, dirty, busy, failure, notice, onSubmit } = useSavedForm<Values>({
    saved,
    schema: VendorSettings,
    names,
    save,
    reread,
    savedWords: VENDOR_SETTINGS_MESSAGES.saved,
    failedWords: (error) => messageOf(error) ?? VENDOR_SETTINGS_MESSAGES.failed,
  })
  const chosen = form.values.service_type_ids

  return (
    <form noValidate onSubmit={onSubmit} className={classes.form}>
      <Panel title="Profile Information" lead="How buildings know you.">
        <PhotoField />
        <div className={classes.fields}>
          <Fields form={form} names={names} optional={['phone']} focusFirst={false} />
          <PendingEmail address={settings.pending_email} />
        </div>
      </Panel>
      <Panel
        title="Services You Provide"
        lead="You are asked for a quote whenever a building requests one of these."
      >
        {/* Scrolls by itself, so it can be reached and scrolled by keyboard, too: its checkboxes take the focus. */}
        <div className={classes.services}>
          <ServicePicker
            types={types}
            chosen={chosen}
            onChange={(ids) => form.setFieldValue('service_type_ids', ids)}
          />
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

function toValues({ phone, service_type_ids, ...settings }: Settings): Values {
  const fields = names.map((name) => [name, name === 'phone' ? (phone ?? '') : settings[name]])
  return { ...Object.fromEntries(fields), service_type_ids }
}
