import { addRoute, matchPrecache, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

// Opens a screen that works offline without a network: its page, which names nobody, and the scripts and styles. Registered
// by such a screen, so that nobody else's browser keeps anything. scripts/vite/service-worker.mjs builds it.

/** What the build wrote, and the address of the screen, whose page names the scripts of its version. */
declare const FILES: { url: string; revision: string | null }[]
declare const PAGE: string

/** Then a line that does not answer counts as none, in seconds. */
const TIMEOUT = 5

precache(FILES)
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === PAGE,
  new NetworkOnly({
    networkTimeoutSeconds: TIMEOUT,
    plugins: [{ handlerDidError: () => matchPrecache(PAGE) }],
  }),
)
// The installed app opens at the root, and a bookmark at another screen: without a network they lead to the one that opens.
registerRoute(
  ({ request, url: { pathname } }) =>
    request.mode === 'navigate' && (/^\/(dashboard)?$/.test(pathname) || pathname.startsWith('/vendor/')),
  new NetworkOnly({ plugins: [{ handlerDidError: async () => Response.redirect(PAGE) }] }),
)
addRoute()

// The first worker serves the page that registered it. A later one waits until that page is closed, with its scripts.
type Activating = { waitUntil: (work: Promise<unknown>) => void }
const worker = self as unknown as {
  clients: { claim: () => Promise<void> }
  addEventListener: (type: 'activate', listener: (event: Activating) => void) => void
}
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
