import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatMonthDay } from '../../../domain/calendar.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import type { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ScorecardList } from './scorecard-list.tsx'
import classes from './vendor-profile.module.css'

type ShownProfileProps = { profile: inferOutput<typeof trpc.vendors.profile> }

/** A vendor's words, work, documents and scorecard. Product 2.7 */
export function ShownProfile({ profile }: ShownProfileProps) {
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
        <Panel title="Verified Documents" lead="Checked by us.">
          {documents.length === 0 ? (
            <p className={classes.none}>No document is valid today.</p>
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
