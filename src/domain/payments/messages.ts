/** Messages about payments. Product 3.3 */
export const PAYMENT_MESSAGES = {
  off: 'Online payment isn’t set up on this portal',
  onItsWay: 'A payment of this is on its way. It shows here as soon as Stripe confirms it',
  paid: 'This is paid already',
  noAnswer: 'Stripe does not answer. Nothing was charged. Please try again in a minute.',
} as const
