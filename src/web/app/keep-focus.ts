/** How long a screen may take to move the focus itself, in milliseconds. Then the focus is restored. */
const TIMEOUT_MS = 100
/** More than the elements of a dialog, so the history reaches back to what opened it. */
const HISTORY_LENGTH = 100

/**
 * Restores the focus for keyboard users when the focused element is removed or disabled: to the element itself, else to
 * its nearest ancestor, an earlier focused element, or the main element.
 */
export function keepFocus(): () => void {
  /** The last focused element, then its ancestors. */
  let path: HTMLElement[] = []
  /** Elements focused earlier, newest first. */
  let history: HTMLElement[] = []
  let timer: number | undefined

  const remember = ({ target }: Pick<FocusEvent, 'target'>) => {
    const [last] = path
    if (last && last !== target)
      history = [last, ...history.filter((each) => each !== last && each.isConnected)].slice(
        0,
        HISTORY_LENGTH,
      )
    path = []
    for (let part = target; part instanceof HTMLElement && part !== document.body; part = part.parentElement)
      path.push(part)
  }

  // A click on the background removes the focus on purpose.
  const leave = () => {
    if (document.activeElement === document.body) path = []
  }

  const restore = () => {
    timer = undefined
    const [last] = path
    // The user may be in another window or in the browser's own controls.
    if (!last || !document.hasFocus() || document.activeElement !== document.body || isWorking(last)) return
    for (const next of [...path, ...history, document.getElementById('main')]) if (next && take(next)) return
  }

  const check = () => {
    const [last] = path
    if (last && !(document.activeElement === last && canHold(last)))
      timer ??= window.setTimeout(restore, TIMEOUT_MS)
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'data-loading', 'aria-busy'],
  })
  // The focus may have moved before the page was hydrated.
  remember({ target: document.activeElement })
  window.addEventListener('focus', check)
  document.addEventListener('focusin', remember)
  document.addEventListener('click', leave, true)

  return () => {
    observer.disconnect()
    window.removeEventListener('focus', check)
    document.removeEventListener('focusin', remember)
    document.removeEventListener('click', leave, true)
    window.clearTimeout(timer)
  }
}

const canHold = (element: HTMLElement) => element.isConnected && !element.matches(':disabled')

const isWorking = (element: HTMLElement) =>
  element.isConnected && element.matches('[data-loading], [aria-busy=true]')

/** Focuses the element if it can hold the focus. A section or an item with a title becomes focusable for that. */
function take(element: HTMLElement): boolean {
  if (element.matches(':is(section, li)[aria-labelledby]:not([tabindex])')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
