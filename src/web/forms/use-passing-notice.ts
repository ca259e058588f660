import { useEffect, useState } from 'react'

/** How long a settings message stays, in milliseconds. */
const SHOWN_FOR = 3000

/** A success message that disappears after 3 seconds. [4.settings.4] [9.time.3] */
export function usePassingNotice() {
  const [notice, setNotice] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (!notice) return
    const timer = window.setTimeout(() => setNotice(null), SHOWN_FOR)
    return () => window.clearTimeout(timer)
  }, [notice])
  return {
    text: notice?.text ?? null,
    show: (text: string) => setNotice({ text }),
    clear: () => setNotice(null),
  }
}
