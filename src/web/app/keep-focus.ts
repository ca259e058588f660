/** The time that a screen has to move the focus itself before it is restored, in ms. */
const TIMEOUT_MS = 100
/** How many places are remembered: more than a dialog has, so that what opened it is among them. */
const MEMORY = 100

/**
 * Somebody who goes by keyboard never loses their place. What has the focus may go away, or can't hold it while it
 * works: the focus is then back at it, or else at what is left around it, or where it was before, or at the screen.
 */
export function keepFocus(): () => void {
  /** What has the focus, or had it when it was lost, from the inside out. */
  let place: HTMLElement[] = []
  /** Where it was, the newest first. */
  let before: HTMLElement[] = []
  let timer: number | undefined

  const remember = ({ target }: Pick<FocusEvent, 'target'>) => {
    const [last] = place
    if (last && last !== target)
      before = [last, ...before.filter((each) => each !== last && each.isConnected)].slice(0, MEMORY)
    place = []
    for (let part = target; part instanceof HTMLElement && part !== document.body; part = part.parentElement)
      place.push(part)
  }

  // Who clicks beside everything leaves on purpose.
  const leave = () => {
    if (document.activeElement === document.body) place = []
  }

  const restore = () => {
    timer = undefined
    const [last] = place
    // Who is in another window, or at the browser's own buttons, is there on purpose until they come back.
    if (!last || !document.hasFocus() || document.activeElement !== document.body || isWorking(last)) return
    for (const next of [...place, ...before, document.getElementById('main')]) if (next && take(next)) return
  }

  const check = () => {
    const [last] = place
    if (last && !(document.activeElement === last && canHold(last)))
      timer ??= window.setTimeout(restore, TIMEOUT_MS)
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'data-loading', 'aria-busy'],
  })
  // Somebody may have moved the focus before the page was hydrated.
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

/** Gives the focus to an element that can have it: what is used, a dialog, the screen, or a section with a title. */
function take(element: HTMLElement): boolean {
  if (element.matches('section[aria-labelledby]:not([tabindex])')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
