import { wayIn } from '../../session/next.ts'

/** How long a dialog shows its success, in milliseconds. [4.wizard.5] [9.time.5] */
export const SHOW_WELCOME = 2000
export const SHOW_EXISTING_BUILDING = 3000 // [4.wizard.6] [9.time.6]

/**
 * Opens the portal after sign-in, at the screen that the person was going to. Loads the page again, so that no data of
 * another person stays in the browser. Never resolves, so the form stays busy until then.
 */
export function enterPortal(): Promise<never> {
  window.location.replace(wayIn(window.location.search))
  return new Promise(() => undefined)
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
