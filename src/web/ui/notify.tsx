import { overlays } from './overlay-host.tsx'

/** A notification with role="alert" and exactly this text; errors stay longer. A new one replaces the last. */
export const notify = {
  success: (message: string) => void overlays().then(({ show }) => show('success', message)),
  /** Neutral information. */
  info: (message: string) => void overlays().then(({ show }) => show('info', message)),
  error: (message: string) => void overlays().then(({ show }) => show('error', message)),
  /** Removes messages and questions that no longer apply. */
  clear: () => void overlays().then(({ clear }) => clear()),
}
