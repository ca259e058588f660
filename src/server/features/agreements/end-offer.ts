import type { RenewalTerms } from '../../../domain/agreements/renewal.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { ResidentViewer, VendorViewer } from '../../../domain/viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { closeRenewal, type LockedAgreement, lockAgreement } from './renewal.db.ts'

type Answering = { tx: Tx; viewer: ResidentViewer | VendorViewer; now: () => Date }
type OfferEnd = { answer: 'refused' | 'withdrawn'; kind: 'renewal_refused' | 'renewal_withdrawn' }
type RenewalOffer = RenewalTerms & { offered_by: 'vendor' | 'captain'; until_date: CalendarDate }

export function renewalEvent(
  actor: string,
  { id: subject, building_id, vendor_id, service, company_name }: LockedAgreement,
  offer: RenewalOffer,
) {
  return { actor, building_id, vendor_id, subject, data: { service, company_name, ...offer } }
}

/** Ends the open offer of an agreement without one. */
export async function endOffer(
  { tx, viewer, now }: Answering,
  agreement: LockedAgreement,
  { answer, kind }: OfferEnd,
): Promise<void> {
  const { open } = agreement
  if (!open) throw new DomainError('conflict')
  await closeRenewal(tx, open.id, { answer, answered_by: viewer.id, answered_at: now() })
  const { offered_by, until_date, price } = open
  await record(tx, { ...renewalEvent(viewer.id, agreement, { offered_by, until_date, price }), kind })
}

/** Asking vendors again refuses the vendor's open offer, or takes back the building's own, so that none waits unseen. Product 2.9 */
export async function setOfferAside(party: Answering, quoteId: string, day: CalendarDate): Promise<void> {
  const agreement = await lockAgreement(party.tx, quoteId, day)
  if (!agreement.open) return
  const isTheirs = agreement.open.offered_by === 'vendor'
  const end: OfferEnd = isTheirs
    ? { answer: 'refused', kind: 'renewal_refused' }
    : { answer: 'withdrawn', kind: 'renewal_withdrawn' }
  await endOffer(party, agreement, end)
}
