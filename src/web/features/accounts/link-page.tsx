import { Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Page } from '../../ui/page.tsx'
import classes from './login-page.module.css'
import { StreetPicture } from './pictures.tsx'

/** The token in the URL fragment of an opened link, empty if the link lost it. Calls `open` once with a token. */
export function useLinkToken(open: (input: { token: string }) => void): string {
  const token = useLocation().hash
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (token === '' || opened.current === token) return
    opened.current = token
    open({ token })
  }, [token, open])
  return token
}

/** The page of a mailed link, in the layout of the sign-in page. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <div className={classes.card}>
        <div className={classes.picture}>
          <StreetPicture />
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
