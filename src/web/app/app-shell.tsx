import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { PRODUCT } from '../../domain/product.ts'
import { reasonOf } from '../errors.ts'
import { dropOtherDrafts } from '../session/drafts.ts'
import { keptPerson, rememberViewer, sessionQuery } from '../session/session.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { OverlayHost, overlays } from '../ui/overlay-host.tsx'
import { Page } from '../ui/page.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Frame } from './frame.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { screenAt } from './screens.ts'
import { forgetKept, useSignOutElsewhere } from './sign-out.ts'
import { TopBar } from './top-bar.tsx'

// Loaded when it is needed: most people have confirmed their address.
const ConfirmEmailNotice = lazyPart(() => import('./confirm-email-notice.tsx'), 'ConfirmEmailNotice')

/** The frame around every screen, shown once the session is known. [2.shell.6] */
export function AppShell() {
  const session = useQuery(sessionQuery())
  const { data: person } = session
  useEffect(() => {
    if (person === undefined) return
    rememberViewer(person)
    const kept = keptPerson()
    if (kept !== null && kept !== person?.id) void forgetKept()
  }, [person])
  useOnePerson(person?.id)
  useSignOutElsewhere()
  if (session.isPending) return <LoadingScreen />
  // Only without a known session: a failed refresh must not discard a half-filled form.
  if (session.isLoadingError) {
    // Nobody knows who is signed in: the bar has neither a menu nor the way to join.
    return (
      <ScreenFrame bar={<TopBar account={false} />}>
        <Page>
          <LoadFailed
            reason={reasonOf(session.error)}
            onRetry={() => session.refetch()}
            busy={session.isFetching}
          />
        </Page>
      </ScreenFrame>
    )
  }
  return (
    <>
      <ScreenFrame bar={<TopBar account={person && <AccountMenu key={person.id} session={person} />} />}>
        {person && !person.email_confirmed && (
          <Suspense fallback={null}>
            <ConfirmEmailNotice email={person.email} />
          </Suspense>
        )}
        <Outlet />
      </ScreenFrame>
      <OverlayHost soon={person !== null} />
    </>
  )
}

/** Without what was kept of the person before. */
async function startAfresh(): Promise<void> {
  // At once, where nothing is kept: until then the page shows both.
  if (keptPerson() !== null) await forgetKept()
  window.location.reload()
}

/** A page shows one person only. Another tab may sign in as somebody else: then it loads again. */
function useOnePerson(id: string | undefined): void {
  const shown = useRef(id)
  useEffect(() => {
    if (id === undefined) {
      // What they ask about is no longer there.
      if (shown.current !== undefined) void overlays().then(({ closeQuestions }) => closeQuestions())
      return
    }
    dropOtherDrafts(id)
    if (shown.current !== undefined && shown.current !== id) void startAfresh()
    shown.current = id
  }, [id])
}

function ScreenFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const screen = screenAt(pathname)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (screen) document.title = `${screen.title} · ${PRODUCT}`
  }, [screen])

  // After navigation, screen readers start at the top of the new screen.
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])

  return (
    <Frame bar={bar} page={screen?.page ?? 'landing'} main={main}>
      {children}
    </Frame>
  )
}
