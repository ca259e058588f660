import type { Role } from '../viewer.ts'

type Name = string | null | undefined

/**
 * The name in the top bar's greeting: the profile's first_name, else the account metadata's first name, else
 * the part of the e-mail before the @, else 'Friend'. Blank counts as missing. Section 1.
 */
export function greetingName(profileFirstName: Name, metadataFirstName: Name, email: Name): string {
  const names = [profileFirstName, metadataFirstName, email?.split('@')[0]]
  return names.map((name) => name?.trim()).find(Boolean) ?? 'Friend'
}

/** The page that a person of this role starts at after signing in; /dashboard goes there too. Section 6. */
export function homePath(role: Role): '/admin/overview' | '/vendor/dashboard' | '/home/dashboard' {
  if (role === 'admin') return '/admin/overview'
  return role === 'contractor' ? '/vendor/dashboard' : '/home/dashboard'
}
