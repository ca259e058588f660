import { z } from 'zod'
import { cityTime } from '../../../domain/calendar.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { optionalLongText } from '../../../domain/text.ts'
import { VOTE_TABS } from '../../../domain/votes/vote.ts'
import { outcomeText, VOTE_KIND_LABELS, VOTE_STATE_LABELS } from '../../../domain/votes/vote-words.ts'
import type { Export, ExportedTable } from '../../rpc/export.ts'
import { votesPage } from './list.db.ts'

const filters = {
  tab: z.enum(['current', 'past']).default('past'),
  search: optionalLongText('Search', LIMITS.search).default(null),
}
/** More rows than there are. */
const ALL = { limit: 1_000_000, offset: 0 }

/** A building's votes as their list is filtered. Product 4.4 */
export const votesExport = {
  name: 'Votes',
  path: '/api/votes/votes.csv',
  audiences: ['resident'],
  filters,
  async read(tx, { id: person, building_id }, { timeZone }, { tab, search }) {
    return tableOf(
      await votesPage(tx, { building_id, states: VOTE_TABS[tab], search, person, ...ALL }),
      timeZone,
    )
  },
} as const satisfies Export<'resident', typeof filters>

/** The votes of all buildings, likewise. */
export const allVotesExport = {
  name: 'All votes',
  path: '/api/votes/all.csv',
  audiences: ['admin'],
  filters,
  async read(tx, { id: person }, { timeZone }, { tab, search }) {
    return tableOf(
      await votesPage(tx, { building_id: null, states: VOTE_TABS[tab], search, person, ...ALL }),
      timeZone,
    )
  },
} as const satisfies Export<'admin', typeof filters>

function tableOf(votes: Awaited<ReturnType<typeof votesPage>>, timeZone: string): ExportedTable {
  const at = (instant: Date | null) => {
    if (!instant) return ''
    const { date, time } = cityTime(instant, timeZone)
    return `${date} ${time.slice(0, 5)}`
  }
  return {
    columns: [
      ...['Question', 'Building', 'Kind', 'Ballots', 'State', 'Opens', 'Closes'],
      ...['Units on the roll', 'Units that voted', 'Result'],
    ],
    rows: votes.map((vote) => [
      vote.question,
      vote.address,
      VOTE_KIND_LABELS[vote.kind],
      vote.is_secret ? 'Secret' : 'Open',
      VOTE_STATE_LABELS[vote.state],
      at(vote.opens_at),
      at(vote.closes_at),
      String(vote.units ?? 0),
      String(vote.result?.voted.units ?? vote.voted ?? 0),
      vote.result ? outcomeText({ kind: vote.kind, ...vote.result }, vote.options) : '',
    ]),
  }
}
