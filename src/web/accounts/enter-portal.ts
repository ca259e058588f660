/** How long a dialog shows its success: section 8, in milliseconds. */
export const SHOW_WELCOME = 2000
export const SHOW_EXISTING_BUILDING = 3000

/**
 * To be called when the server has signed this browser in. The portal is loaded anew, so that nothing is left of what
 * another person may have seen here; whoever waits for this is busy until then.
 */
export function enterPortal(): Promise<never> {
  window.location.replace('/dashboard')
  return new Promise(() => undefined)
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
