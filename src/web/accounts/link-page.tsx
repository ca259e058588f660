import { Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Page } from '../ui/page.tsx'
import classes from './login-page.module.css'
import { HomePicture } from './pictures.tsx'

/** The token behind the # of a link that was opened; `tell` is called with it once, as the page comes up. */
export function useLinkToken(tell: (input: { token: string }) => void): string {
  const token = useLocation().hash
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (told.current === token) return
    told.current = token
    tell({ token })
  }, [token, tell])
  return token
}

/** A page that a link in a mail leads to, drawn as the one to sign in. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <div className={classes.card}>
        <div className={classes.picture}>
          <HomePicture />
        </div>
        <div className={classes.content}>
          <Title order={1} mb={24}>
            {title}
          </Title>
          {children}
        </div>
      </div>
    </Page>
  )
}
