import type { ServerFeature } from '../../feature.ts'
import { tellOverspending } from './alerts.ts'
import { budgetRouter } from './api.ts'
import { budgetMails } from './mail.ts'
import { statementCsv, statementPdf } from './statements.ts'

export const budget = {
  router: budgetRouter,
  mails: budgetMails,
  // In the morning, when somebody can act on it.
  jobs: [{ name: 'overspending', cron: '10 7 * * *', clock: 'city', atStart: true, run: tellOverspending }],
  exports: [statementCsv, statementPdf],
} satisfies ServerFeature
