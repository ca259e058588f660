/** What a building gets for its fee. [9.plan.1-6] */
export const PLAN_INCLUSIONS = [
  'Full service coordination',
  'Vendor management',
  'Transparent budget tracking',
  'Building member portal',
  'Document storage',
  'Priority customer support',
] as const

/** Messages of HOA Payments and of the resident dashboard. */
export const BILLING_MESSAGES = {
  noPayments: 'No payment history yet. Your first payment will appear here.', // [8.empty.2]
  ask: 'AI chat coming soon!', // [2.dashboard.7]
} as const
