/** A password as the sign-in library compares it, so that another keyboard's letters and digits are the same. [V6.2.8] */
export function comparedPassword(password: string): string {
  return password.normalize('NFKC')
}

/** The length of a password: the code points of what is compared. */
export function passwordLength(password: string): number {
  return [...comparedPassword(password)].length
}
