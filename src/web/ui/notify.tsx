import { overlays } from './overlay-host.tsx'

/** A notification with role="alert" that shows exactly these words; errors stay longer. The newest stands alone. */
export const notify = {
  success: (words: string) => void overlays().then(({ show }) => show('success', words)),
  /** Neither done nor failed: how things are. */
  info: (words: string) => void overlays().then(({ show }) => show('info', words)),
  error: (words: string) => void overlays().then(({ show }) => show('error', words)),
  /** What was said no longer holds. */
  clear: () => void overlays().then(({ clear }) => clear()),
}
