import type { ServerFeature } from '../../feature.ts'
import { billingRouter } from './api.ts'
import { chargeFees } from './charge-fees.ts'
import { spendExport } from './past-spend.ts'

export const billing = {
  router: billingRouter,
  // Hourly by the city's clock, so that fees are there when the month begins.
  jobs: [{ name: 'fees', cron: '0 * * * *', clock: 'city', atStart: true, run: chargeFees }],
  exports: [spendExport],
} satisfies ServerFeature
