// npm run stripe: a test server in Stripe's place, for a portal on this machine.
import { startStripe } from './server.ts'

const PORT = 4242
const portal = process.env.PORTAL_URL ?? 'http://127.0.0.1:3000'
const stripe = await startStripe({
  port: Number(process.env.STRIPE_PORT ?? PORT),
  webhook: `${portal}/stripe/webhook`,
})
const settings = Object.entries(stripe.env).map(([name, value]) => `${name}=${value}`)
process.stdout.write(`A test server in Stripe's place listens at ${stripe.origin}. No money moves.
It sends its events to ${portal} (PORTAL_URL names another portal).

In another terminal, start the portal with it:

  ${settings.join(' ')} npm run demo

Then press Pay Now as an HOA representative. ${stripe.origin} shows what was paid, to be disputed as at a bank. Ctrl-C ends this server, and what it knows.
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    void stripe.close().then(() => process.exit(0))
  })
