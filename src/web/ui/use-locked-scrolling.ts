import { useLayoutEffect } from 'react'

let locks = 0
/** Whether the page had a scrollbar, beside which it is laid out, when it was locked. */
let scrollbar = false

/**
 * Keeps the page in its place while something is open above it. The library's own lock writes a style sheet, for which
 * the browser looks at every element of the page again.
 */
export function useLockedScrolling(locked: boolean): void {
  // Asked while drawing: once a dialog stands in the page, the browser would have to lay it out before it can say.
  if (locked && locks === 0) scrollbar = window.innerWidth > document.documentElement.clientWidth
  useLayoutEffect(() => {
    if (!locked) return
    locks += 1
    const page = document.documentElement
    // The scrollbar that goes away leaves its room behind, so that nothing jumps.
    if (scrollbar) page.style.scrollbarGutter = 'stable'
    document.body.style.overflow = 'hidden'
    return () => {
      locks -= 1
      if (locks > 0) return
      document.body.style.overflow = ''
      page.style.scrollbarGutter = ''
    }
  }, [locked])
}
