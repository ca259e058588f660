import { may } from '../../../domain/viewer.ts'
import { useViewer } from '../../session/session.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BlockedAddresses } from './blocked-addresses.tsx'
import classes from './captain-members-page.module.css'
import { CaptaincyOffer } from './captaincy-offer.tsx'
import { InviteButtons } from './invite-buttons.tsx'
import { LinksSection } from './links-section.tsx'
import { OfficesSection } from './offices-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { UnitsSection } from './units-section.tsx'

/** /home/captain/members: who waits, the people by unit, invitations, and offices with their powers. [2.placeholder.captain-members] Product 4.1, 4.2 */
export function CaptainMembersPage() {
  const viewer = useViewer()
  return (
    <Page>
      <PageHeader
        title="Building Members"
        lead="See who lives in your building and welcome new neighbors."
        action={<InviteButtons />}
      />
      <div className={classes.sections}>
        {may(viewer, 'hand_over') && <CaptaincyOffer />}
        <QueueSection />
        <UnitsSection />
        <LinksSection />
        <OfficesSection />
        <BlockedAddresses />
      </div>
    </Page>
  )
}
