import { useEffect, useState } from 'react'

/** How long a settings message stays: section 9, in milliseconds. */
const SHOWN_FOR = 3000

/** Words that say that something worked, gone after 3 seconds. */
export function usePassingNotice() {
  const [notice, setNotice] = useState<{ words: string } | null>(null)
  useEffect(() => {
    if (!notice) return
    const timer = window.setTimeout(() => setNotice(null), SHOWN_FOR)
    return () => window.clearTimeout(timer)
  }, [notice])
  return {
    words: notice?.words ?? null,
    show: (words: string) => setNotice({ words }),
    clear: () => setNotice(null),
  }
}
