import { html } from 'hono/html'
import { METHODS, type StripeObject } from './books.ts'

/** Stripe's page of a session, with the methods of a test. */
export function checkoutPage(session: StripeObject, problem: string | null) {
  const isSetup = session.mode === 'setup'
  return page(
    'Test of Stripe’s page',
    html`<p>This page stands for Stripe’s own. No money moves.</p>
<p><strong>${session.name}</strong></p>
${isSetup ? '' : html`<p class="amount">$${(Number(session.amount_total) / 100).toFixed(2)}</p>`}
${problem ? html`<p role="alert">${problem}</p>` : ''}
<form method="post" action="/checkout/${session.id}/pay">
<label for="method">Pay with</label>
<select id="method" name="method">${Object.entries(METHODS).map(([name, { label }]) => html`<option value="${name}">${label}</option>`)}</select>
<button>${isSetup ? 'Save' : 'Pay'}</button>
</form>
<form method="post" action="/checkout/${session.id}/cancel"><button class="plain">Cancel</button></form>`,
  )
}

/** Stripe's questions to a vendor. */
export function onboardingPage(account: StripeObject) {
  return page(
    'Test of Stripe’s questions',
    html`<p>This page stands for Stripe’s own. A vendor says here who they are and where their money goes.</p>
<form method="post" action="/connect/${account.id}/finish"><button>Finish</button></form>
<form method="post" action="/connect/${account.id}/leave"><button class="plain">Later</button></form>`,
  )
}

const dollars = (object: StripeObject) => `$${(Number(object.amount) / 100).toFixed(2)}`
const isOpen = ({ status }: StripeObject) => status === 'needs_response' || status === 'under_review'

/** The payments, which their payers can dispute at their bank, and what the bank decides. */
export function disputesPage(intents: readonly StripeObject[], disputes: readonly StripeObject[]) {
  const disputed = new Set(disputes.map(({ payment_intent }) => payment_intent))
  const paid = intents.filter(({ id, status }) => status === 'succeeded' && !disputed.has(id))
  const button = (object: StripeObject, what: string, label: string) =>
    html`<form method="post" action="/dispute/${object.id}/${what}"><button>${label} ${dollars(object)}</button></form>`
  return page(
    'Test of Stripe and a bank',
    html`<p>No money moves. What the payers of payments do at their banks:</p>
${paid.map((intent) => button(intent, 'open', 'Dispute'))}
${disputes.filter(isOpen).map((each) => [button(each, 'won', 'The bank keeps the payment of'), button(each, 'lost', 'The bank takes back')])}
${paid.length + disputes.filter(isOpen).length === 0 ? html`<p>Nothing was paid yet.</p>` : ''}`,
  )
}

export const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { margin: 0; background: #eef1f6; color: #1a1f36; font: 1.0625rem/1.5 system-ui, sans-serif }
main { max-width: 24rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border-radius: 12px }
.amount { font-size: 2rem; margin: 0 0 1rem }
select, button { width: 100%; min-height: 2.75rem; margin: .5rem 0; font: inherit }
button { border: 0; border-radius: 8px; background: #3b4fd8; color: #fff }
button.plain { background: #e3e6ee; color: #1a1f36 }
[role=alert] { color: #a1172a }
</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`
