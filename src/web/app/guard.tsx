import { Title } from '@mantine/core'
import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/account-messages.ts'
import type { Screen } from '../feature.ts'
import { nextOf, signInAddress } from '../session/next.ts'
import { isSigningOut, type KnownViewer, knownViewer, useSession } from '../session/session.ts'
import { Page } from '../ui/page.tsx'
import classes from './guard.module.css'
import { screenAt } from './screens.ts'

/** Where a viewer lands after sign-in, and from /dashboard. [6.home] */
export function homePath({
  role,
  kind,
}: Pick<KnownViewer, 'role' | 'kind'>):
  | '/admin/overview'
  | '/vendor/dashboard'
  | '/vendor/today'
  | '/home/dashboard' {
  if (kind === 'crew') return '/vendor/today'
  if (role === 'admin') return '/admin/overview'
  return role === 'contractor' ? '/vendor/dashboard' : '/home/dashboard'
}

type Admission = { go: string } | 'page' | 'pending notice'

/** The one screen of an admin who has to add a second factor first. */
const FACTOR_SETUP = '/admin/settings'

/**
 * What a viewer gets at a screen: the page, the pending notice, or another address.
 * [2.shell.9]
 */
export function admit(screen: Screen, viewer: KnownViewer | null): Admission {
  const { shownTo, power, component, crew } = screen
  if (shownTo === 'everyone') return 'page'
  if (shownTo === 'signed-out') return viewer ? { go: homePath(viewer) } : 'page'
  if (!viewer) return { go: '/login' } // [2.guard.1]
  if (viewer.kind === 'unsecured' && screen.path !== FACTOR_SETUP) return { go: FACTOR_SETUP }
  if (shownTo === 'signed-in') return component ? 'page' : { go: homePath(viewer) }
  if (!shownTo.includes(viewer.role)) return { go: '/' } // [2.guard.2]
  if (viewer.kind === 'crew' && !crew) return { go: '/vendor/today' }
  if (power && !viewer.powers.includes(power)) return { go: '/home/dashboard' } // [2.guard.3]
  return viewer.kind === 'pending' ? 'pending notice' : 'page'
}

/** Whether the queries of a screen may be asked for. Without a building, a resident's screens show none of them. */
export function mayPrefetch(screen: Screen, viewer: KnownViewer | null): boolean {
  return admit(screen, viewer) === 'page' && viewer?.kind !== 'unassigned'
}

type Here = { href: string; searchStr: string }

/**
 * Where a viewer goes on who is not admitted to a screen: to sign in and then back, or, past the sign-in, to the screen
 * that they were asked to sign in for. Only to a screen of ours that they may see. [2.guard.8]
 */
export function goOn(from: Screen, go: string, viewer: KnownViewer | null, here: Here): string {
  if (!viewer) return signInAddress(here.href)
  const next = typeof from.shownTo === 'string' && nextOf(here.searchStr)
  const screen = next && screenAt(next.pathname)
  if (!screen || typeof screen.shownTo === 'string') return go
  return typeof admit(screen, viewer) === 'object' ? go : screen.path + next.search + next.hash
}

/** A screen, for those who may see it. Decided again whenever the session changes. */
export function Guarded({ screen }: { screen: Screen }) {
  const viewer = knownViewer(useSession())
  const admission = admit(screen, viewer)
  if (typeof admission === 'object') return <Redirect from={screen} go={admission.go} viewer={viewer} />
  if (admission === 'pending notice') return <PendingNotice />
  return screen.component ? <screen.component /> : null
}

/** Decided once: as soon as the browser is on its way, its address is the next one. */
function Redirect({ from, go, viewer }: { from: Screen; go: string; viewer: KnownViewer | null }) {
  const { latestLocation } = useRouter()
  const [navigate] = useState(() => {
    // The session may end before the landing page is there.
    const address = isSigningOut() ? '/' : goOn(from, go, viewer, latestLocation)
    return <Navigate to="." href={address} replace />
  })
  return navigate
}

/** All that a pending person sees of the guarded areas. [2.guard.4] */
function PendingNotice() {
  return (
    <Page width="narrow">
      <section className={classes.notice}>
        <HousePicture />
        <Title order={1}>Account Pending Approval</Title>
        <p>{ACCOUNT_MESSAGES.pending}</p>
      </section>
    </Page>
  )
}

function HousePicture() {
  return (
    <svg viewBox="0 0 240 160" aria-hidden="true" className={classes.picture}>
      <rect width="240" height="160" rx="16" fill="#fbebe3" />
      <circle cx="196" cy="42" r="20" fill="#f5c887" />
      <rect x="72" y="26" width="96" height="104" fill="#c97b4a" />
      <rect x="66" y="20" width="108" height="10" rx="3" fill="#2f5c48" />
      <path d="M98 130V78a22 22 0 0 1 44 0v52z" fill="#123b2c" />
      <circle cx="135" cy="102" r="2.6" fill="#f5c887" />
      <path d="M108 76a12 12 0 0 1 24 0v6h-24z" fill="#ffe7ae" />
      <rect x="80" y="130" width="80" height="7" rx="2" fill="#efe7da" />
      <rect x="72" y="137" width="96" height="7" rx="2" fill="#e1d6c4" />
      <rect x="64" y="144" width="112" height="7" rx="2" fill="#d3c6b1" />
      <rect y="150" width="240" height="10" fill="#e6dac6" />
      <path d="M38 150v-26" stroke="#7a4a2b" strokeWidth="4" strokeLinecap="round" />
      <circle cx="38" cy="108" r="20" fill="#2f7d5b" />
      <circle cx="30" cy="116" r="12" fill="#256a4b" />
    </svg>
  )
}
