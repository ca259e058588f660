import { overlays } from './overlay-host.tsx'

/** A notification with role="alert" and exactly this text; errors stay longer. A new one replaces the last. */
export const notify = {
  success: (words: string) => void overlays().then(({ show }) => show('success', words)),
  /** Neutral information. */
  info: (words: string) => void overlays().then(({ show }) => show('info', words)),
  error: (words: string) => void overlays().then(({ show }) => show('error', words)),
  /** Removes a message that no longer applies. */
  clear: () => void overlays().then(({ clear }) => clear()),
}
