import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, Navigate } from '@tanstack/react-router'
import { queryClient } from '../api.ts'
import type { Screen } from '../feature.ts'
import { expectedViewer, knownViewer, sessionQuery } from '../session/session.ts'
import { dialogEntriesLeft, hideDialogEntries } from '../ui/dialog-history.ts'
import { hideNavigation, showNavigation } from '../ui/navigation-sign.ts'
import { PageFailed } from '../ui/page-failed.tsx'
import { AppShell } from './app-shell.tsx'
import { Guarded, mayPrefetch } from './guard.tsx'
import { screens, sections } from './screens.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Not awaited: the queries of a screen leave in the same request as the session.
  beforeLoad: ({ context }) => {
    const session = context.queryClient.ensureQueryData(sessionQuery()).catch(() => null) // AppShell shows the error
    const expected = expectedViewer()
    return { viewer: expected === undefined ? session.then(knownViewer) : Promise.resolve(expected) }
  },
  component: AppShell,
  notFoundComponent: () => <Navigate to="/" replace />, // [2.route.unknown]
})

const pages = screens.map((screen) => {
  const ofScreen = sections.filter(({ slot }) => slot.screen === screen.path)
  return createRoute({
    getParentRoute: () => root,
    path: screen.path,
    // Also runs when a link to the screen is pointed at.
    loader: ({ context, location }) => {
      void context.viewer.then((viewer) => {
        if (mayPrefetch(screen, viewer)) prefetch(context.queryClient, screen, location.searchStr)
      })
      return Promise.all([screen, ...ofScreen].map(({ component }) => component?.preload?.()))
    },
    component: () => <Guarded screen={screen} />,
  })

  function prefetch(client: QueryClient, { queries }: Screen, search: string): void {
    // A screen that fails must not fail the session, which is asked for again alone.
    const retry = client.getQueryData(sessionQuery().queryKey) === undefined ? { retry: false } : {}
    for (const each of [queries, ...ofScreen.map((section) => section.queries)])
      for (const query of each?.(search) ?? []) void client.prefetchQuery({ ...query, ...retry })
  }
})

// Before the router listens, too: browsers call the listeners of a window in their order.
hideDialogEntries(() => screenRouter.history.location.state.__TSR_key)

// [2.route.loaded] [V1.2.2]
export const screenRouter = createRouter({
  routeTree: root.addChildren(pages),
  context: { queryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  // Plain text: a token in a link that happens to be all digits stays text.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ).toString()
    return query === '' ? '' : `?${query}`
  },
})

// The old page stands until the next one's script is there: the sign says that the link was pressed.
screenRouter.subscribe('onBeforeNavigate', ({ fromLocation, hrefChanged }) => {
  if (fromLocation && hrefChanged) showNavigation()
})
screenRouter.subscribe('onResolved', hideNavigation)

screenRouter.history.block({
  blockerFn: () => dialogEntriesLeft().then(() => false),
  enableBeforeUnload: false,
})
