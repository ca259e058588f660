import { lazyPart } from '../ui/lazy-part.ts'

// Loads when it opens: most people never change what it asks for.
export const LazyProofDialog = lazyPart(() => import('./proof-dialog.tsx'), 'ProofDialog')
