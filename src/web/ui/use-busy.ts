import { useRef, useState } from 'react'

/** Runs one piece of work at a time: what is asked while it runs (a double click, a second Enter) is ignored. */
export function useBusy() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, run }
}
