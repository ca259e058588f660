import { lazyPart } from '../../ui/lazy-part.ts'

// Loaded after the list of visits to come, or where there are any. Together in one file, as in visit-parts.ts.
export const MissedPart = lazyPart(() => import('./missed-visits.tsx'), 'MissedVisits')
export const DisputedPart = lazyPart(() => import('./disputed-visits.tsx'), 'DisputedVisits')
export const ToCompletePart = lazyPart(() => import('./to-complete.tsx'), 'ToComplete')
export const PastVisitsPart = lazyPart(() => import('./past-visits.tsx'), 'PastVisits')
export const UpcomingChoicePart = lazyPart(() => import('./upcoming-choice.tsx'), 'UpcomingChoice')
