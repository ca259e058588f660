const KEY = 'stoop.welcome'

/** Who has just become a captain in this tab: their first dashboard asks what the building needs. */
export function noteWelcome(email: string): void {
  sessionStorage.setItem(KEY, email.trim().toLowerCase())
}

/** Whether this person has just become a captain, and was not asked yet. */
export function isWelcome(email: string): boolean {
  return sessionStorage.getItem(KEY) === email
}

/** To be called once the person has answered. */
export function forgetWelcome(): void {
  sessionStorage.removeItem(KEY)
}
