import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router'
import { PageFailed } from '../ui/page-failed.tsx'
import { AppShell } from './app-shell.tsx'
import { askAhead } from './ask-ahead.ts'
import { Guarded } from './guarded.tsx'
import { routes } from './routes.tsx'

const root = createRootRoute({
  component: AppShell,
  notFoundComponent: () => <Navigate to="/" replace />,
})

const pages = routes.map((route) =>
  createRoute({
    getParentRoute: () => root,
    path: route.path,
    // The page's code is there before its place on the screen is given to it. Also run when a link to it is pointed at.
    loader: ({ location }) => {
      void askAhead(location.pathname, location.searchStr)
      return route.screen?.preload?.()
    },
    component: () => <Guarded route={route} />,
  }),
)

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  // Plain texts: a token in a link that happens to be all digits stays the text that it is.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ).toString()
    return query === '' ? '' : `?${query}`
  },
})
