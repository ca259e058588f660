import { IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { z } from 'zod'
import { formatMonthDay } from '../../../domain/calendar.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { id } from '../../../domain/text.ts'
import { PROFILE_MESSAGES } from '../../../domain/vendors/vendor-profile.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ScorecardList } from './scorecard-list.tsx'
import classes from './vendor-profile.module.css'

const VendorAddress = z.object({ id: id.nullable().catch(null) })

/** A vendor as a building sees it that asked it. Product 2.7 */
export function VendorProfilePage() {
  const search = useLocation({ select: (location) => location.search })
  const { id: vendor } = VendorAddress.parse(search)
  return (
    <Page>
      {vendor === null ? (
        <NoVendor title="No vendor chosen" />
      ) : (
        <VendorProfile key={vendor} vendorId={vendor} />
      )}
    </Page>
  )
}

function NoVendor({ title }: { title: string }) {
  return (
    <>
      <PageHeader title="Vendor" />
      <EmptyState
        icon={<IconTruck size={30} stroke={1.6} />}
        title={title}
        action={<ButtonLink to="/home/services">Your services</ButtonLink>}
      >
        Open a vendor from one of the quotes that you received.
      </EmptyState>
    </>
  )
}

function VendorProfile({ vendorId }: { vendorId: string }) {
  const profile = useQuery(trpc.vendors.profile.queryOptions({ id: vendorId }))
  if (profile.data) return <ShownProfile profile={profile.data} />
  if (profile.error?.data?.code === 'NOT_FOUND')
    return <NoVendor title="Your building has not asked this vendor." />
  return (
    <>
      <PageHeader title="Vendor" />
      {profile.isError ? (
        <LoadFailed
          reason={PROFILE_MESSAGES.loadFailed(reasonOf(profile.error))}
          onRetry={() => profile.refetch()}
          busy={profile.isFetching}
        />
      ) : (
        <CardSkeletons label="Loading the vendor…" />
      )}
    </>
  )
}

type ShownProfileProps = { profile: inferOutput<typeof trpc.vendors.profile> }

function ShownProfile({ profile }: ShownProfileProps) {
  const { company_name, city, state, about, service_area, services, documents, photos, scorecard } = profile
  return (
    <>
      <PageHeader eyebrow="Vendor" title={company_name} lead={`${city}, ${state}`} />
      <div className={classes.panels}>
        <Panel title="About">
          {about ? (
            <p className={classes.text}>{about}</p>
          ) : (
            <p className={classes.none}>The company has not written about itself yet.</p>
          )}
          <dl className={classes.scorecard}>
            {service_area && <ProfileFact name="Service area">{service_area}</ProfileFact>}
            {services.length > 0 && <ProfileFact name="Services">{services.join(', ')}</ProfileFact>}
          </dl>
        </Panel>
        <Panel title="Scorecard" lead="Counted from what was recorded in the last twelve months.">
          <ScorecardList scorecard={scorecard} />
        </Panel>
        <Panel title="Verified Documents" lead="Checked by us. Each has its last day.">
          {documents.length === 0 ? (
            <p className={classes.none}>None is verified today.</p>
          ) : (
            <ul className={classes.documents}>
              {documents.map(({ kind, until }) => (
                <li key={kind}>
                  <StatusBadge tone="green">Verified</StatusBadge>
                  {COMPLIANCE_LABELS[kind]}
                  {until !== null && `, until ${formatMonthDay(until, cityToday())}`}
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {photos.length > 0 && (
          <Panel title="Work">
            <PhotoStrip photos={photos} />
          </Panel>
        )}
      </div>
    </>
  )
}

function ProfileFact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
