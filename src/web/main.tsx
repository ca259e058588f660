import './shell/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { queryClient } from './api.ts'
import { session } from './shell/begin.ts'
import { router } from './shell/router.tsx'
import { Theme } from './shell/theme.tsx'
import { LinkBy } from './ui/link.tsx'
import { createRoot } from './ui/react-root.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const app = (
  <Theme>
    <QueryClientProvider client={queryClient}>
      <LinkBy value={Link}>
        <RouterProvider router={router} />
      </LinkBy>
    </QueryClientProvider>
  </Theme>
)
// A piece of work of its own, as the addresses before it and all that is drawn after it.
const started = new Promise((resolve) => setTimeout(resolve)).then(() => router.load())
// What the page has shown from the start stays until the screen can take its place, whole; in pieces, so that the browser
// can do something else in between.
const ready = Promise.allSettled([session, started])
void ready.then(() => startTransition(() => createRoot(root).render(app)))
