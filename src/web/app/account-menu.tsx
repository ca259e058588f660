import { FocusTrap, UnstyledButton } from '@mantine/core'
import { useClickOutside, useWindowEvent } from '@mantine/hooks'
import { IconLogout, IconMenu2, IconX } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { greetingName } from '../../domain/accounts/greeting.ts'
import { mayLeave } from '../forms/use-unsaved-warning.ts'
import { useRealtime } from '../live/use-realtime.ts'
import type { KnownSession } from '../session/session.ts'
import { useBackCloses } from '../ui/dialog-history.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLockedScrolling } from '../ui/use-locked-scrolling.ts'
import classes from './account-menu.module.css'
import { currentEntry, menuOf } from './screens.ts'
import { useSignOut } from './sign-out.ts'
import bar from './top-bar.module.css'

// Loaded after the screen: the menu is closed.
const MenuIcon = lazyPart(() => import('./menu-icon.tsx'), 'MenuIcon')

/**
 * The bar's end for a signed-in person: name, photo and menu. While it is there, the screen follows the server.
 * [1.photo] [1.greeting-profile] [1.initial] [1.bar-update]
 */
export function AccountMenu({ session }: { session: KnownSession }) {
  useRealtime(session.id)
  const name = greetingName(session.first_name, null, session.email)
  return (
    <div className={bar.account}>
      <p className={bar.greeting}>
        Hello, <b>{name}</b>
      </p>
      {session.photo_url ? (
        <img src={session.photo_url} alt="" className={bar.photo} width={40} height={40} />
      ) : (
        <span className={bar.photo} aria-hidden>
          {name.charAt(0).toUpperCase()}
        </span>
      )}
      <MainMenu session={session} />
    </div>
  )
}

/**
 * The menu of the signed-in person's role: a button, and the list of screens that it opens.
 * [2.menu.outside] [2.menu.escape] [2.menu.scroll] [4.menu.1] [V7.4.4]
 */
function MainMenu({ session }: { session: KnownSession }) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const container = useClickOutside<HTMLDivElement>(() => setOpened(false))
  const pathname = useLocation({ select: (location) => location.pathname })
  const viewer = { role: session.role, kind: session.viewer.kind }
  const current = currentEntry(viewer, pathname)
  useLockedScrolling(opened)
  useEffect(() => void MenuIcon.preload(), [])
  const leaveEntry = useBackCloses(opened, () => setOpened(false))
  const { waiting } = session
  const fullName = `${greetingName(session.first_name, null, session.email)} ${session.last_name}`

  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  useWindowEvent('keydown', ({ key }) => {
    if (opened && key === 'Escape') close()
  })

  return (
    <div ref={container} className={classes.container}>
      <UnstyledButton
        ref={button}
        className={classes.button}
        aria-label={waiting > 0 ? `Menu, ${waiting} waiting` : 'Menu'}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {opened ? <IconX size={26} stroke={2} /> : <IconMenu2 size={26} stroke={2} />}
        {!opened && waiting > 0 && <span className={classes.dot} />}
      </UnstyledButton>
      {opened && (
        <FocusTrap>
          <nav id={id} className={classes.panel} aria-label="Menu">
            <p className={classes.who}>
              <b title={fullName}>{fullName}</b>
              <span>{session.building ? session.building.address : session.email}</span>
            </p>
            <ul className={classes.list}>
              {menuOf(viewer).map(({ path, label, icon, counts }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className={classes.entry}
                    aria-current={path === current ? 'page' : undefined}
                    onClick={() => {
                      leaveEntry()
                      setOpened(false)
                    }}
                  >
                    <Suspense fallback={<span className={classes.icon} />}>
                      <MenuIcon name={icon} />
                    </Suspense>
                    {label}
                    {counts && session[counts] > 0 && (
                      <span className={classes.count}>{session[counts]} waiting</span>
                    )}
                  </Link>
                </li>
              ))}
              <li className={classes.last}>
                <SignOutButton onStart={() => setOpened(false)} />
              </li>
            </ul>
          </nav>
        </FocusTrap>
      )}
    </div>
  )
}

// [2.menu.admin.14] [2.menu.vendor.5] [2.menu.resident.8]
function SignOutButton({ onStart }: { onStart: () => void }) {
  const signOut = useSignOut()
  return (
    <UnstyledButton
      className={classes.entry}
      onClick={async () => {
        onStart()
        if (await mayLeave()) signOut.mutate()
      }}
    >
      <IconLogout size={20} stroke={1.7} aria-hidden />
      Sign Out
    </UnstyledButton>
  )
}
