import type { ServerFeature } from '../../feature.ts'
import { paymentsRouter } from './api.ts'
import { handleDueEvents } from './handle-event.ts'
import { paymentMails } from './mail.ts'
import { webhookRoute } from './route.ts'

export const payments = {
  router: paymentsRouter,
  mails: paymentMails,
  routes: webhookRoute,
  jobs: [{ name: 'stripe-events', cron: '* * * * *', atStart: true, run: handleDueEvents }],
} satisfies ServerFeature
