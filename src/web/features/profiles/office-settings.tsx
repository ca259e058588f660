import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { SETTINGS_MESSAGES } from '../../../domain/accounts/messages.ts'
import { trpc } from '../../api.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { PhotoField } from './photo-field.tsx'
import { ProfileForm } from './profile-form.tsx'
import classes from './settings.module.css'

const FIELDS = ['first_name', 'last_name', 'email', 'phone'] as const

type Props = {
  vendor: inferOutput<typeof trpc.vendors.get>
  catalog: inferOutput<typeof trpc.services.catalog>
}

/** What the office sees of Vendor Settings: their own profile to change, and the company to read. Product 1.8 */
export function OfficeSettings({ vendor, catalog }: Props) {
  const { company_name, address, city, state, zip_code, service_type_ids } = vendor
  const services = catalog.filter(({ id }) => service_type_ids.includes(id)).map(({ name }) => name)
  return (
    <>
      <Panel title="Profile Information" lead="How your company knows you.">
        <PhotoField />
        <OwnProfile />
      </Panel>
      <Panel title="Company" lead="Only an owner of the company changes this.">
        <dl className={classes.facts}>
          <div>
            <dt>Company Name</dt>
            <dd>{company_name}</dd>
          </div>
          <div>
            <dt>Address</dt>
            <dd>
              {address}, {city}, {state} {zip_code}
            </dd>
          </div>
          <div>
            <dt>Services</dt>
            <dd>{services.length > 0 ? services.join(', ') : 'None yet'}</dd>
          </div>
        </dl>
      </Panel>
    </>
  )
}

function OwnProfile() {
  const profile = useQuery(trpc.profiles.get.queryOptions())
  if (profile.data) return <ProfileForm profile={profile.data} names={FIELDS} />
  if (!profile.isError) return <RowSkeletons count={4} label="Loading your profile…" />
  return (
    <LoadFailed
      reason={SETTINGS_MESSAGES.loadFailed}
      onRetry={() => profile.refetch()}
      busy={profile.isFetching}
    />
  )
}
