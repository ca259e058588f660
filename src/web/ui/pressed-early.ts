let pressed: HTMLElement | undefined
let focused: EventTarget | null = null

function keep(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  event.preventDefault()
  event.stopImmediatePropagation() // whatever listens already would do it now, and once more then
  pressed = button
}

const remember = ({ target }: FocusEvent) => {
  focused = target
}

/** Until a page has come to life its buttons do nothing: the last one that is pressed (or Enter in a form) is kept. */
export function keepPress(): void {
  document.addEventListener('click', keep, true)
  document.addEventListener('focusin', remember)
}

/**
 * The page has come to life: what was pressed before happens now, and who had gone ahead by keyboard, in what has been
 * replaced, goes on at the same link.
 */
export function pressAgain(): void {
  document.removeEventListener('click', keep, true)
  document.removeEventListener('focusin', remember)
  if (focused instanceof HTMLElement && !focused.isConnected && document.activeElement === document.body) {
    const address = focused.getAttribute('href')
    const same = [...document.links].find((link) => link.getAttribute('href') === address)
    const place = same ?? document.getElementById('main')
    place?.focus({ preventScroll: true })
  }
  if (pressed?.isConnected) pressed.click()
  pressed = undefined
}
