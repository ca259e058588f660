/** The part of an address that says where to go on after signing in. */
const NEXT = 'next'

/** The address of the sign-in page that leads back here. */
export function signInAddress(here: string): string {
  // Everybody is led there anyway.
  if (here === '/dashboard') return '/login'
  return `/login?${new URLSearchParams({ [NEXT]: here })}`
}

/** The address of the portal that a page's `search` names as the next one. Null for anything that leads elsewhere. */
export function nextOf(search: string): URL | null {
  const next = new URLSearchParams(search).get(NEXT)
  const own = 'https://portal.invalid'
  if (!next?.startsWith('/') || !URL.canParse(next, own)) return null
  const url = new URL(next, own)
  return url.origin === own ? url : null
}

/** The way into the portal for somebody who has just signed in on this page. */
export function wayIn(search: string): string {
  const next = new URLSearchParams(search).get(NEXT)
  return next ? `/dashboard?${new URLSearchParams({ [NEXT]: next })}` : '/dashboard'
}
