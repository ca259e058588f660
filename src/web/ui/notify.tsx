import { clearNotice, type NoticeTone, say } from './notice.ts'
import { overlays } from './overlay-host.tsx'

function show(tone: NoticeTone, message: string): void {
  say(tone, message)
  void overlays()
}

/** A notice with role="alert" and exactly this text; errors stay longer. A new one replaces the last. */
export const notify = {
  success: (message: string) => show('success', message),
  /** Neutral information. */
  info: (message: string) => show('info', message),
  error: (message: string) => show('error', message),
  /** Removes a message that no longer applies. */
  clear: clearNotice,
}
