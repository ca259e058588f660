import { holdEarlyClicks } from './ui/early-clicks.ts'
import { watchLinks } from './ui/navigation-sign.ts'
import { watchNetwork } from './ui/offline-sign.ts'
import { retryImport } from './ui/retry-import.ts'
import { showScheme } from './ui/scheme.ts'

// The one script that a page names. Its #root lists the others, which load once the first frame is on the screen:
// Lighthouse and slow phones would otherwise share line and processor between the two.
async function start(): Promise<void> {
  if (import.meta.env.DEV) return void (await import('./main.tsx'))
  const { scripts = '', entry = '' } = document.getElementById('root')?.dataset ?? {}
  for (const href of scripts.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  await retryImport(() => import(/* @vite-ignore */ entry))
}

const PAINT_TIMEOUT_MS = 200

/** Resolves after the first paint, or soon when the browser does not report one, as for a page in the background. */
const firstPaint = new Promise<unknown>((resolve) => {
  if (document.visibilityState === 'hidden') return resolve(null)
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => setTimeout(resolve, PAINT_TIMEOUT_MS))
})

showScheme()
holdEarlyClicks()
watchLinks()
watchNetwork()
void firstPaint.then(start)
