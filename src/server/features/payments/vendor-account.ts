import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { DomainError } from '../../../domain/errors.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import type { VendorViewer } from '../../../domain/viewer.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { StripeAccess } from '../../payments/stripe.ts'
import type { Settling } from './settle.ts'

/** A vendor's account as its own people see it; undefined if it never began one. */
export const vendorAccount = (tx: Tx, vendorId: string) =>
  tx
    .selectFrom('vendor_accounts')
    .where('vendor_id', '=', vendorId)
    .select(['submitted', 'takes_payments'])
    .executeTakeFirst()

/** Whether the building can pay a vendor through Stripe. */
export async function vendorTakesPayments(tx: Tx, vendorId: string): Promise<boolean> {
  return (await vendorAccount(tx, vendorId))?.takes_payments ?? false
}

/** The account that gets the money of a vendor's invoices. Throws DomainError 'conflict' if it takes none. */
export async function accountToPay({ db }: Pick<Settling, 'db'>, vendorId: string): Promise<string> {
  const account = await asSystem(db, (tx) =>
    tx
      .selectFrom('vendor_accounts')
      .where('vendor_id', '=', vendorId)
      .where('takes_payments', '=', true)
      .select('account_id')
      .executeTakeFirst(),
  )
  if (!account?.account_id) throw new DomainError('conflict', PAYMENT_MESSAGES.vendorOff)
  return account.account_id
}

/** The address of Stripe's page that asks a vendor who they are and where their money goes. The portal sees none of it. Product 3.3 */
export async function connectingAddress(
  { db, stripe, config }: Settling & { stripe: StripeAccess },
  { vendor_id, id: connected_by }: Pick<VendorViewer, 'vendor_id' | 'id'>,
): Promise<string> {
  const library = await stripe()
  const known = () =>
    asSystem(db, (tx) =>
      tx
        .selectFrom('vendor_accounts')
        .where('vendor_id', '=', vendor_id)
        .select(['account_id', 'disconnections'])
        .executeTakeFirst(),
    )
  const back = `${config.publicUrl}/vendor/profile`
  try {
    const before = await known()
    let account = before?.account_id
    if (!account) {
      // The vendor's own account in full: Stripe asks, answers for losses, and charges its fees to it.
      const made = await library.accounts.create(
        {
          country: 'US',
          controller: {
            stripe_dashboard: { type: 'full' },
            fees: { payer: 'account' },
            losses: { payments: 'stripe' },
            requirement_collection: 'stripe',
          },
          metadata: { vendor: vendor_id },
        },
        { idempotencyKey: `account-${vendor_id}-${before?.disconnections ?? 0}` },
      )
      await asSystem(db, (tx) =>
        tx
          .insertInto('vendor_accounts')
          .values({ vendor_id, account_id: made.id, connected_by })
          .onConflict((conflict) =>
            conflict
              .column('vendor_id')
              .doUpdateSet({ account_id: made.id, connected_by })
              .where('vendor_accounts.account_id', 'is', null),
          )
          .execute(),
      )
      account = (await known())?.account_id ?? made.id
    }
    const { url } = await library.accountLinks.create(
      { account, type: 'account_onboarding', return_url: back, refresh_url: back },
      { idempotencyKey: `link-${randomUUID()}` },
    )
    return url
  } catch {
    throw new DomainError('busy', PAYMENT_MESSAGES.noAnswer)
  }
}

/** What Stripe says of a vendor's account now. */
export async function refreshAccount({ db }: Settling, stripe: Stripe, accountId: string): Promise<void> {
  const { charges_enabled, details_submitted } = await stripe.accounts.retrieve(accountId)
  await saveAccount({ db }, accountId, { submitted: details_submitted, takes_payments: charges_enabled })
}

/** A vendor took the portal's access to its account away: it can connect another one. */
export const disconnectAccount = ({ db }: Pick<Settling, 'db'>, accountId: string) =>
  saveAccount({ db }, accountId, { submitted: false, takes_payments: false, account_id: null })

type AccountFacts = { submitted: boolean; takes_payments: boolean; account_id?: null }

async function saveAccount(
  { db }: Pick<Settling, 'db'>,
  accountId: string,
  facts: AccountFacts,
): Promise<void> {
  await asSystem(db, async (tx) => {
    const before = await tx
      .selectFrom('vendor_accounts')
      .where('account_id', '=', accountId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    if (!before) return
    const disconnections = before.disconnections + (facts.account_id === null ? 1 : 0)
    const set = { ...facts, disconnections }
    await tx.updateTable('vendor_accounts').set(set).where('account_id', '=', accountId).execute()
    const { vendor_id, submitted, takes_payments } = before
    if (takes_payments === facts.takes_payments && submitted === facts.submitted) return
    const data = { takes_payments: facts.takes_payments }
    await record(tx, { kind: 'vendor_account_changed', actor: null, vendor_id, subject: vendor_id, data })
  })
}
