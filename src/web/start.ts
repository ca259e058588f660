import { patiently } from './ui/patient-import.ts'

// The one script that a page names. What a page shows at first stands in its HTML and needs no script, so all others are
// asked for once that is on the screen.
const lives: Record<string, () => Promise<unknown>> = {
  landing: () => import('./prerendered/landing.tsx'),
  login: () => import('./prerendered/login.tsx'),
  signup: () => import('./prerendered/signup.tsx'),
}
const page = document.getElementById('root')?.dataset.page ?? ''
const live = () => void patiently(lives[page] ?? (() => import('./main.tsx')))

// A page that nobody looks at has no frames.
if (document.visibilityState === 'hidden') live()
else requestAnimationFrame(() => requestAnimationFrame(live))
