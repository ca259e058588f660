import { z } from 'zod'
import { today } from '../../../domain/calendar.ts'
import { withMissing } from '../../../domain/compliance/requirement.ts'
import { openTo } from '../../rpc/procedure.ts'
import { countVisitsAfter, visitsAfter } from './coming.db.ts'
import { PAGE_SIZE, pageNumber, rowsOf } from './page.ts'

/** 'Upcoming Visits': what a person is assigned to after today; 'Today' has the rest. Product 1.8 */
export const comingProcedures = {
  coming: openTo('vendor', 'crew')
    .input(z.strictObject({ page: pageNumber }))
    .query(async ({ ctx: { tx, viewer, now, config }, input: { page } }) => {
      const day = today(now(), config.timeZone)
      const after = { personId: viewer.id, after: day }
      const [[count], visits] = await Promise.all([
        countVisitsAfter(tx, after),
        visitsAfter(tx, { ...after, ...rowsOf(page) }),
      ])
      return {
        total: count?.total ?? 0,
        page_size: PAGE_SIZE,
        visits: visits.map((visit) => withMissing(visit, day)),
      }
    }),
}
