import { lazyPart } from '../../ui/lazy-part.ts'

// Each loads when it opens: most people who see their settings change none of this.
export const LazyAppDialog = lazyPart(() => import('./app-dialog.tsx'), 'AppDialog')
export const LazyRecoveryCodesDialog = lazyPart(
  () => import('./recovery-codes-dialog.tsx'),
  'RecoveryCodesDialog',
)
