import { lazyPart } from '../../ui/lazy-part.ts'

// Loaded when they open: a list shows many visits. Together in one file, which names their scripts once for all of them.
export const VisitMenu = lazyPart(() => import('./visit-menu.tsx'), 'VisitMenu')
export const SuggestedTime = lazyPart(() => import('./suggested-time.tsx'), 'SuggestedTime')
export const VisitProofPart = lazyPart(() => import('./visit-proof-dialog.tsx'), 'VisitProofDialog')
export const VisitRisk = lazyPart(() => import('./visit-risk.tsx'), 'VisitRisk')
