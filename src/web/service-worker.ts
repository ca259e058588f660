import { precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'

// Opens a screen that works offline without a network: its page, which names nobody, and the scripts and styles. Registered
// by such a screen, so that nobody else's browser keeps anything. scripts/vite/service-worker.mjs builds it.

/** What the build wrote, and the address of the screen. */
declare const FILES: { url: string; revision: null }[]
declare const PAGE: string

type Worker = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: (
    type: 'install' | 'activate',
    listener: (event: { waitUntil: (work: Promise<unknown>) => void }) => void,
  ) => void
}
const worker = self as unknown as Worker

const CACHE = 'offline-page'
/** Then a line that does not answer counts as none, in seconds. */
const TIMEOUT = 5

precacheAndRoute(FILES)
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && url.pathname === PAGE,
  new NetworkFirst({
    cacheName: CACHE,
    networkTimeoutSeconds: TIMEOUT,
    matchOptions: { ignoreVary: true, ignoreSearch: true },
  }),
)

// The page names the scripts of its version, so both are fetched together.
worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([caches.open(CACHE).then((cache) => cache.add(PAGE)), worker.skipWaiting()])),
)
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
