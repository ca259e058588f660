// [1.greeting] [1.greeting-friend]
type Name = string | null | undefined

/**
 * The name in the top bar's greeting: the profile's first_name, else the account metadata's first name, else
 * the part of the e-mail before the @, else 'Friend'. Blank counts as missing.
 * [1.greeting-account] [1.greeting-email]
 */
export function greetingName(profileFirstName: Name, metadataFirstName: Name, email: Name): string {
  const names = [profileFirstName, metadataFirstName, email?.split('@')[0]]
  return names.map((name) => name?.trim()).find(Boolean) ?? 'Friend'
}
