import { queryClient } from '../api.ts'
import { sessionQuery } from '../session.ts'
import { askAhead } from './ask-ahead.ts'

// Asked in one call, before anything is run of what draws: that is started while the server answers.
export const session = queryClient.prefetchQuery(sessionQuery())
void askAhead(location.pathname, location.search)
