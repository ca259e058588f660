// Rules: [V3.2.2]

import './ui/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { screenRouter } from './app/router.tsx'
import { screenAt, sections } from './app/screens.ts'
import { Theme } from './app/theme.tsx'
import { sessionQuery } from './session/session.ts'
import { LinkProvider } from './ui/link.tsx'
import { SectionsProvider } from './ui/sections.tsx'

const app = (
  <Theme>
    <QueryClientProvider client={queryClient}>
      <LinkProvider value={Link}>
        <SectionsProvider value={sections}>
          <RouterProvider router={screenRouter} />
        </SectionsProvider>
      </LinkProvider>
    </QueryClientProvider>
  </Theme>
)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Whether this page is the application's: a dialog of a public page may load this script, too, for what they share. */
const isEntry = import.meta.env.DEV || root.dataset.entry === new URL(import.meta.url).pathname

// What the page shows first stays until the whole screen can take its place, rendered in pieces so that clicks are answered.
// Not awaited, since the screens' scripts import this one's.
if (isEntry) void open(root)

async function open(container: HTMLElement): Promise<void> {
  if (screenAt(location.pathname)?.offline) await (await import('./session/kept.ts')).restoreData()
  await Promise.allSettled([screenRouter.load(), queryClient.ensureQueryData(sessionQuery())])
  startTransition(() => createRoot(container).render(app))
}
