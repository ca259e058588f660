import { queryClient } from '../api.ts'
import { sessionQuery } from '../session.ts'
import { askAhead } from './ask-ahead.ts'
import { routeAt } from './routes.tsx'

// Asked before anything is drawn, in one call: the rest of the page's code loads and starts while the server answers.
export const session = queryClient.prefetchQuery(sessionQuery())
const route = routeAt(location.pathname)
if (route) void askAhead(route, location.search)
