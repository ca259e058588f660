import type { ServerFeature } from '../../feature.ts'
import { feesExport, payoutsExport } from './admin.ts'
import { paymentsRouter } from './api.ts'
import { chargeAutomatically } from './charge-automatically.ts'
import { handleDueEvents, readDisputes } from './handle-event.ts'
import { paymentMails } from './mail.ts'
import { readAgain } from './read-again.ts'
import { sendPendingRefunds } from './refund.ts'
import { webhookRoute } from './route.ts'

export const payments = {
  router: paymentsRouter,
  mails: paymentMails,
  exports: [feesExport, payoutsExport],
  routes: webhookRoute,
  jobs: [
    { name: 'stripe-events', cron: '* * * * *', atStart: true, run: handleDueEvents },
    // After the fees of the hour, and again each hour, for what failed to be asked.
    {
      name: 'automatic-payments',
      cron: '25 * * * *',
      clock: 'city',
      atStart: true,
      run: chargeAutomatically,
    },
    { name: 'stripe-readings', cron: '35 * * * *', atStart: true, run: readAgain },
    { name: 'disputes', cron: '40 * * * *', atStart: true, run: readDisputes },
    { name: 'refunds', cron: '45 * * * *', atStart: true, run: sendPendingRefunds },
  ],
} satisfies ServerFeature
