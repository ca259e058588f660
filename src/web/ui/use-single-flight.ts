import { useRef, useState } from 'react'

/**
 * Single flight: while one call runs, further calls (a double click, a second Enter) are ignored.
 * [4.wizard.7]
 */
export function useSingleFlight() {
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
