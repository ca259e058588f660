import { z } from 'zod'
import { COMPLIANCE_STATUSES } from '../../../domain/compliance/document.ts'
import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { priceText } from '../../../domain/money.ts'
import { optionalLongText } from '../../../domain/text.ts'
import type { Export } from '../../rpc/export.ts'
import { documentsIn } from './db.ts'

/** More rows than there are documents. */
const ALL = { limit: 1_000_000, offset: 0 }

const filters = {
  status: z.enum(COMPLIANCE_STATUSES).default('waiting'),
  search: optionalLongText('Search', LIMITS.search).default(null),
}

/** The vendors' documents of one status, as the admin's list is filtered, without what they number. Product 2.6 */
export const queueExport = {
  name: 'Compliance documents',
  path: '/api/compliance/queue.csv',
  audiences: ['admin'],
  filters,
  async read(tx, _, __, filter) {
    const documents = await documentsIn(tx, { ...filter, ...ALL })
    return {
      columns: [
        'Company',
        'Document',
        'Insured for (USD)',
        'Valid from',
        'Valid until',
        'Status',
        'Added',
        'Decided',
        'By',
        'Reason',
      ],
      rows: documents.map((each) => [
        each.company_name,
        COMPLIANCE_LABELS[each.kind],
        each.amount === null ? '' : priceText(each.amount),
        each.valid_from ?? '',
        each.expires_on ?? '',
        each.status,
        each.added_at.toISOString(),
        each.decided_at?.toISOString() ?? '',
        each.decided_by ?? '',
        each.refused_reason ?? '',
      ]),
    }
  },
} as const satisfies Export<'admin', typeof filters>
