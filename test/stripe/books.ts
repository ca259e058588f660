import { randomBytes } from 'node:crypto'
import { at, type Fields, textsAt } from './form-body.ts'

/** An object of Stripe's interface, with the fields that the portal reads. */
export type StripeObject = { id: string; object: string; account: string | null } & Record<string, unknown>
export type Emit = (type: string, object: StripeObject) => void

/** What a dispute costs who got the payment, in cents. */
const DISPUTE_FEE = 15_00

/** The cards and accounts that the hosted page offers, and what becomes of a payment with each. */
export const METHODS = {
  visa: { label: 'Visa ending in 4242', last4: '4242', type: 'card', fate: 'paid' },
  declined: { label: 'Visa ending in 0002, declined', last4: '0002', type: 'card', fate: 'declined' },
  later: {
    label: 'Visa ending in 0341, declined from the second time on',
    last4: '0341',
    type: 'card',
    fate: 'later',
  },
  bank: {
    label: 'Bank account ending in 6789, takes some days',
    last4: '6789',
    type: 'us_bank_account',
    fate: 'slow',
  },
} as const
export type MethodName = keyof typeof METHODS

/** An answer that is an error of Stripe's interface. */
export class ApiError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message))
    this.status = status
    this.body = body
  }
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** What Stripe knows: its objects, and what happens to them. */
export function openBooks(now: () => Date, emit: Emit, origin: () => string) {
  const objects = new Map<string, StripeObject>()
  const seconds = () => Math.floor(now().getTime() / 1000)

  function add(prefix: string, object: string, account: string | null, fields: Record<string, unknown>) {
    const made: StripeObject = {
      id: newId(prefix),
      object,
      account,
      created: seconds(),
      livemode: false,
      ...fields,
    }
    objects.set(made.id, made)
    return made
  }
  function find(object: string, id: unknown, account: string | null): StripeObject {
    const found = objects.get(String(id))
    if (found?.object === object && found.account === account) return found
    throw new ApiError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${object}: '${id}'`,
    })
  }
  const all = (object: string) => [...objects.values()].filter((each) => each.object === object)

  function addMethod(account: string | null, customer: string | null, name: MethodName): StripeObject {
    const { type, last4 } = METHODS[name]
    const details =
      type === 'card'
        ? { brand: 'visa', last4, exp_month: 8, exp_year: now().getFullYear() + 2 }
        : { bank_name: 'TEST BANK', last4 }
    return add('pm', 'payment_method', account, { type, [type]: details, customer, name })
  }

  function addIntent(account: string | null, fields: Record<string, unknown>): StripeObject {
    return add('pi', 'payment_intent', account, {
      currency: 'usd',
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: null,
      ...fields,
    })
  }

  /** The money of an intent has come: a charge, and its movement on the balance. */
  function succeed(intent: StripeObject, method: StripeObject): void {
    const type = String(method.type)
    const charge = add('ch', 'charge', intent.account, {
      amount: intent.amount,
      currency: 'usd',
      status: 'succeeded',
      payment_intent: intent.id,
      metadata: intent.metadata,
      payment_method_details: { type, [type]: method[type] },
      amount_refunded: 0,
    })
    const fee = Math.round(Number(intent.amount) * 0.029) + 30
    charge.balance_transaction = addMovement(
      intent.account,
      'charge',
      Number(intent.amount),
      fee,
      charge.id,
    ).id
    Object.assign(intent, {
      status: 'succeeded',
      latest_charge: charge.id,
      amount_received: intent.amount,
      last_payment_error: null,
    })
    emit('charge.succeeded', charge)
    emit('payment_intent.succeeded', intent)
  }

  function addMovement(
    account: string | null,
    type: string,
    amount: number,
    fee: number,
    source: string,
  ): StripeObject {
    return add('txn', 'balance_transaction', account, {
      type,
      amount,
      fee,
      net: amount - fee,
      currency: 'usd',
      source,
      payout: null,
    })
  }

  function decline(intent: StripeObject, code = 'card_declined'): StripeObject {
    const error = {
      type: 'card_error',
      code,
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    }
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
    emit('payment_intent.payment_failed', intent)
    return intent
  }

  /** Pays an intent with a method. Returns whether it went through, or will. */
  function confirm(intent: StripeObject, method: StripeObject, isFirst: boolean): boolean {
    const { fate } = METHODS[method.name as MethodName]
    intent.payment_method = method.id
    if (method.expired) return decline(intent, 'expired_card') && false
    if (fate === 'declined' || (fate === 'later' && !isFirst)) return decline(intent) && false
    if (fate === 'slow') {
      intent.status = 'processing'
      emit('payment_intent.processing', intent)
    } else succeed(intent, method)
    return true
  }

  return {
    objects,
    add,
    find,
    all,
    decline,

    createSession(fields: Fields, account: string | null): StripeObject {
      const mode = at(fields, 'mode')
      const amount = Number(at(fields, 'line_items', '0', 'price_data', 'unit_amount') ?? 0)
      if (mode === 'payment' && !(amount > 0))
        throw new ApiError(400, { type: 'invalid_request_error', message: 'Nothing to pay' })
      const session = add('cs_test', 'checkout.session', account, {
        mode,
        status: 'open',
        payment_status: mode === 'payment' ? 'unpaid' : 'no_payment_required',
        amount_total: mode === 'payment' ? amount : null,
        currency: at(fields, 'line_items', '0', 'price_data', 'currency') ?? 'usd',
        name: at(fields, 'line_items', '0', 'price_data', 'product_data', 'name') ?? 'Keep a way to pay',
        client_reference_id: at(fields, 'client_reference_id') ?? null,
        customer: at(fields, 'customer') ?? null,
        metadata: textsAt(fields, 'metadata'),
        intent_metadata: textsAt(fields, 'payment_intent_data', 'metadata'),
        success_url: at(fields, 'success_url'),
        cancel_url: at(fields, 'cancel_url'),
        expires_at: Number(at(fields, 'expires_at') ?? seconds() + 86_400),
        payment_intent: null,
        setup_intent: null,
      })
      session.url = `${origin()}/checkout/${session.id}`
      return session
    },

    /** A person presses Pay on the hosted page. Returns whether the page is left. */
    paySession(session: StripeObject, name: MethodName): boolean {
      if (session.status !== 'open') return true
      const { account } = session
      const customer = session.customer === null ? null : String(session.customer)
      const method = addMethod(account, customer, name)
      if (session.mode === 'setup') {
        const intent = add('seti', 'setup_intent', account, {
          status: 'succeeded',
          customer,
          payment_method: method.id,
        })
        Object.assign(session, { status: 'complete', setup_intent: intent.id })
        emit('payment_method.attached', method)
        emit('setup_intent.succeeded', intent)
        emit('checkout.session.completed', session)
        return true
      }
      const known = objects.get(String(session.payment_intent))
      const intent =
        known ??
        addIntent(account, { amount: session.amount_total, customer, metadata: session.intent_metadata })
      session.payment_intent = intent.id
      if (!confirm(intent, method, true)) return false
      Object.assign(session, {
        status: 'complete',
        payment_status: intent.status === 'succeeded' ? 'paid' : 'unpaid',
      })
      emit('checkout.session.completed', session)
      return true
    },

    expireSession(session: StripeObject): StripeObject {
      if (session.status !== 'open')
        throw new ApiError(400, {
          type: 'invalid_request_error',
          message: `This session is ${session.status}, not open`,
        })
      session.status = 'expired'
      emit('checkout.session.expired', session)
      return session
    },

    /** A slow payment is settled. */
    settle(intent: StripeObject, isPaid: boolean): void {
      const session = all('checkout.session').find(({ payment_intent }) => payment_intent === intent.id)
      if (isPaid) succeed(intent, find('payment_method', intent.payment_method, intent.account))
      else decline(intent, 'insufficient_funds')
      if (!session) return
      if (isPaid) session.payment_status = 'paid'
      emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
    },

    createIntent(fields: Fields, account: string | null): StripeObject {
      const method = find('payment_method', at(fields, 'payment_method'), account)
      const customer = at(fields, 'customer') ?? null
      if (method.customer !== customer)
        throw new ApiError(400, {
          type: 'invalid_request_error',
          message: 'The method is not attached to the customer',
        })
      const metadata = textsAt(fields, 'metadata')
      const intent = addIntent(account, { amount: Number(at(fields, 'amount')), customer, metadata })
      if (confirm(intent, method, false)) return intent
      const error = intent.last_payment_error as Record<string, unknown>
      throw new ApiError(402, { ...error, payment_intent: intent })
    },

    createRefund(fields: Fields, account: string | null): StripeObject {
      const intent = find('payment_intent', at(fields, 'payment_intent'), account)
      const charge = find('charge', intent.latest_charge, account)
      const notRefunded = Number(charge.amount) - Number(charge.amount_refunded)
      const disputed = all('dispute')
        .filter((each) => each.charge === charge.id && !/^w/.test(String(each.status)))
        .reduce((sum, each) => sum + Number(each.amount), 0)
      const left = Math.max(0, notRefunded - disputed)
      const amount = Number(at(fields, 'amount') ?? left)
      if (!(amount > 0 && amount <= left))
        throw new ApiError(400, {
          type: 'invalid_request_error',
          code: disputed > 0 ? 'charge_disputed' : 'charge_already_refunded',
          message: disputed > 0 ? 'The charge is disputed' : `Only ${left} can be refunded`,
        })
      charge.amount_refunded = Number(charge.amount_refunded) + amount
      const refund = add('re', 'refund', account, {
        amount,
        currency: 'usd',
        status: 'succeeded',
        payment_intent: intent.id,
        charge: charge.id,
        metadata: textsAt(fields, 'metadata'),
      })
      refund.balance_transaction = addMovement(account, 'refund', -amount, 0, refund.id).id
      emit('refund.created', refund)
      emit('charge.refunded', charge)
      return refund
    },

    /** The owner of the card disputes a payment at their bank: the money is taken back at once, unless the bank only asks first. */
    openDispute(
      intent: StripeObject,
      { amount, asks = false }: { amount?: number; asks?: boolean } = {},
    ): StripeObject {
      const charge = find('charge', intent.latest_charge, intent.account)
      const dispute = add('dp', 'dispute', intent.account, {
        amount: amount ?? Number(charge.amount) - Number(charge.amount_refunded),
        currency: 'usd',
        status: asks ? 'warning_needs_response' : 'needs_response',
        reason: 'fraudulent',
        payment_intent: intent.id,
        charge: charge.id,
        metadata: {},
      })
      if (!asks) addMovement(intent.account, 'adjustment', -Number(dispute.amount), DISPUTE_FEE, dispute.id)
      emit('charge.dispute.created', dispute)
      if (!asks) emit('charge.dispute.funds_withdrawn', dispute)
      return dispute
    },

    /** What the bank asked about becomes a dispute. */
    escalateDispute(dispute: StripeObject): void {
      dispute.status = 'needs_response'
      addMovement(dispute.account, 'adjustment', -Number(dispute.amount), DISPUTE_FEE, dispute.id)
      emit('charge.dispute.updated', dispute)
      emit('charge.dispute.funds_withdrawn', dispute)
    },

    /** The payee or the payer appeals, and the bank looks at it again. */
    appealDispute(dispute: StripeObject): void {
      if (dispute.status === 'won')
        addMovement(dispute.account, 'adjustment', -Number(dispute.amount), 0, dispute.id)
      dispute.status = 'appeal_under_review'
      emit('charge.dispute.updated', dispute)
    },

    /** The bank decides. */
    closeDispute(dispute: StripeObject, isWon: boolean): void {
      const isQuestion = String(dispute.status).startsWith('warning')
      dispute.status = isQuestion ? 'warning_closed' : isWon ? 'won' : 'lost'
      if (isWon && !isQuestion) {
        addMovement(dispute.account, 'adjustment', Number(dispute.amount), 0, dispute.id)
        emit('charge.dispute.funds_reinstated', dispute)
      }
      emit('charge.dispute.closed', dispute)
    },

    /** Days later the bank sends the money back. */
    rejectRefund(refund: StripeObject): void {
      const amount = Number(refund.amount)
      const charge = find('charge', refund.charge, refund.account)
      charge.amount_refunded = Number(charge.amount_refunded) - amount
      Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
      refund.failure_balance_transaction = addMovement(
        refund.account,
        'refund_failure',
        amount,
        0,
        refund.id,
      ).id
      emit('refund.failed', refund)
    },

    /** The vendor takes the portal's access to its account away. */
    disconnect(account: StripeObject): void {
      const application = add('ca', 'application', account.id, { name: 'Stoop' })
      emit('account.application.deauthorized', application)
    },

    createAccount(fields: Fields): StripeObject {
      const account = add('acct', 'account', null, {
        email: at(fields, 'email') ?? null,
        charges_enabled: false,
        payouts_enabled: false,
        details_submitted: false,
        metadata: textsAt(fields, 'metadata'),
      })
      return account
    },

    /** A vendor has answered all of Stripe's questions, or Stripe closes its account. */
    setAccount(account: StripeObject, enabled: boolean): void {
      Object.assign(account, { charges_enabled: enabled, payouts_enabled: enabled, details_submitted: true })
      emit('account.updated', account)
    },

    /** The method is taken away, or its card ends. */
    changeMethod(method: StripeObject, change: 'detached' | 'expired'): void {
      if (change === 'expired') method.expired = true
      else {
        method.customer = null
        emit('payment_method.detached', method)
      }
    },

    /** Pays all that stands on the balance to the account's bank. */
    payOut(account: string | null = null): StripeObject {
      const movements = all('balance_transaction').filter(
        (each) => each.account === account && each.payout === null,
      )
      const amount = movements.reduce((sum, { net }) => sum + Number(net), 0)
      const arrival_date = seconds() + 2 * 86_400
      const payout = add('po', 'payout', account, {
        amount,
        currency: 'usd',
        status: 'paid',
        automatic: true,
        arrival_date,
      })
      const own = addMovement(account, 'payout', -amount, 0, payout.id)
      for (const each of [...movements, own]) each.payout = payout.id
      emit('payout.created', payout)
      emit('payout.paid', payout)
      return payout
    },
  }
}

export type Books = ReturnType<typeof openBooks>
