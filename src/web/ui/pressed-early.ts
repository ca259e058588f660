let pressed: HTMLElement | undefined

function keep(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  event.preventDefault()
  pressed = button
}

/** Until a page has come to life its buttons do nothing: the last one that is pressed (or Enter in a form) is kept. */
export function keepPress(): void {
  document.addEventListener('click', keep, true)
}

/** The page has come to life: what was pressed before happens now. */
export function pressAgain(): void {
  document.removeEventListener('click', keep, true)
  if (pressed?.isConnected) pressed.click()
  pressed = undefined
}
