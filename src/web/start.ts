import { patiently } from './ui/patient-import.ts'
import { keepPress } from './ui/pressed-early.ts'

// The one script that a page names. What the page shows at first stands in its HTML and needs no other; they are named in
// its #root, each before those that import it, and are asked for once that is on the screen, without waiting for each
// other; they run one by one, so that a slow telephone answers in between.
async function start(): Promise<void> {
  if (import.meta.env.DEV) return void (await import('./main.tsx'))
  const scripts = document.getElementById('root')?.dataset.scripts?.split(' ') ?? []
  void fetchAll(scripts)
  for (const script of scripts) await patiently(() => import(/* @vite-ignore */ script))
}

/** To ask for one takes a slow telephone five milliseconds: not all in one piece, where somebody looks. */
async function fetchAll(scripts: string[]): Promise<void> {
  for (const href of scripts) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    if (document.visibilityState === 'visible') await new Promise((resolve) => setTimeout(resolve))
  }
}

const SEEN_AFTER_MS = 200

/**
 * Once the first frame is on the screen: what is asked for while it is only drawn shares the processor with it. A page that
 * nobody looks at has no frames; a browser that does not tell of them has shown it soon after it was drawn.
 */
const firstFrame = new Promise<unknown>((seen) => {
  if (document.visibilityState === 'hidden') return seen(null)
  new PerformanceObserver(seen).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => setTimeout(seen, SEEN_AFTER_MS))
})

keepPress()
void firstFrame.then(start)
