import { useLayoutEffect } from 'react'

let locks = 0
/** Whether the page had a scrollbar when it was locked. */
let scrollbar = false

/**
 * Locks scrolling while something is open above the page. The library's own lock adds a style sheet, which makes the
 * browser recalculate the styles of the whole page.
 */
export function useLockedScrolling(locked: boolean): void {
  // Measured during render: with the dialog in the page, measuring would force a layout.
  if (locked && locks === 0) scrollbar = window.innerWidth > document.documentElement.clientWidth
  useLayoutEffect(() => {
    if (!locked) return
    locks += 1
    const page = document.documentElement
    // Reserves the scrollbar's width, so nothing jumps.
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
