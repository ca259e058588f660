let clicked: HTMLElement | undefined
let focused: EventTarget | null = null

/** Holds clicks on buttons. A native submit would put a password into the address. */
function hold(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation() // React may be listening already
  clicked = button
}

const rememberFocus = ({ target }: FocusEvent) => {
  focused = target
}

/** Until the page is hydrated, its buttons do nothing: keeps the last one clicked, or Enter in a form. */
export function holdEarlyClicks(): void {
  document.addEventListener('click', hold, true)
  document.addEventListener('focusin', rememberFocus)
}

/** Clicks the button that was held. The focus goes back to the link it was at, if the page was replaced. */
export function replayEarlyClick(): void {
  document.removeEventListener('click', hold, true)
  document.removeEventListener('focusin', rememberFocus)
  if (focused instanceof HTMLElement && !focused.isConnected && document.activeElement === document.body) {
    const address = focused.getAttribute('href')
    const same = [...document.links].find((link) => link.getAttribute('href') === address)
    const next = same ?? document.getElementById('main')
    next?.focus({ preventScroll: true })
  }
  if (clicked?.isConnected) clicked.click()
  clicked = undefined
}
