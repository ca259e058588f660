import { today } from '../../../domain/calendar.ts'
import { AssignVisit, assign } from '../../../domain/visits/assignment.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { readAddress, requireColleague, saveAssigned, saveServiceAssignment } from './assignment.db.ts'
import { lockSeries } from './db.ts'

/** Who of a vendor goes to a visit, or to a series. Product 1.8 */
export const assignment = {
  /** One event for the person who is assigned, and one for each who no longer is: of a series, too. */
  assign: openTo('vendor')
    .input(AssignVisit)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { id, person, ...which } }) => {
      if (person !== null) await requireColleague(tx, viewer.vendor_id, person)
      const { quote, visits, visit } = await lockSeries(tx, id)
      const assigned = assign(viewer, visits, visit, { ...which, today: today(now(), config.timeZone) })
      const ids = assigned.map((each) => each.id)
      const changed = await saveAssigned(tx, ids, person)
      const { vendor_id } = visit
      if (which.scope !== 'this')
        await saveServiceAssignment(tx, { service_quote_id: quote.id, vendor_id }, person)
      if (changed.length === 0) return
      const address = await readAddress(tx, visit.building_id)
      const { service, company_name } = quote
      const dataOf = (some: { id: string }[]) => {
        const own = assigned
          .filter((each) => some.some((one) => one.id === each.id))
          .sort((one, other) => (one.scheduled_date < other.scheduled_date ? -1 : 1))
        const { scheduled_date, scheduled_time } = own[0] ?? visit
        return { service, company_name, address, scheduled_date, scheduled_time, visits: own.length }
      }
      const former = [...new Set(changed.flatMap((each) => each.former ?? []))]
      const event = { actor: viewer.id, vendor_id }
      await record(
        tx,
        ...former.map((subject) => {
          const data = dataOf(changed.filter((each) => each.former === subject))
          return { ...event, kind: 'visit_unassigned', subject, data } as const
        }),
      )
      if (person !== null)
        await record(tx, { ...event, kind: 'visit_assigned', subject: person, data: dataOf(changed) })
    }),
}
