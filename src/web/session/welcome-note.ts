const KEY = 'stoop.welcome'

/** Remembers in this tab who just became a captain: their first dashboard asks what the building needs. */
export function noteWelcome(email: string): void {
  sessionStorage.setItem(KEY, email.trim().toLowerCase())
}

/** Whether this person just became a captain and was not asked yet. */
export function isWelcome(email: string): boolean {
  return sessionStorage.getItem(KEY) === email
}

/** Call it once the person has answered. */
export function forgetWelcome(): void {
  sessionStorage.removeItem(KEY)
}
