import type { Page } from '@playwright/test'
import { ask } from './arrive.ts'
import { voteAt } from './held-votes.ts'
import { type Dialog, press } from './open-dialog.ts'

const VOTING = { by: 'maya', path: '/home/voting' } as const

type Listed = { id: string; state: string }

/** At the first vote of the building in this state. */
const atVote = (state: string, open: (page: Page) => Promise<void>) => async (page: Page) => {
  const { votes } = await ask<{ votes: Listed[] }>(page, 'votes.list', { tab: 'current', page: 1 })
  const found = votes.find((vote) => vote.state === state)
  if (!found) throw new Error(`No vote is ${state}`)
  await page.goto(voteAt(found.id))
  await open(page)
}

export const VOTE_DIALOGS: Dialog[] = [
  { ...VOTING, name: 'new vote', of: 'features/votes/draft-dialog.tsx', open: press('New Vote') },
  {
    ...VOTING,
    name: 'edit the draft of a vote',
    of: 'features/votes/draft-dialog.tsx',
    open: atVote('draft', press('Edit Draft')),
  },
  {
    by: 'ada',
    path: '/admin/voting',
    name: 'new vote of an admin',
    of: 'features/votes/draft-dialog.tsx',
    open: press('New Vote'),
  },
  {
    ...VOTING,
    name: 'schedule a vote',
    of: 'features/votes/officer-part.tsx',
    open: atVote('draft', press('Schedule Vote')),
  },
  {
    ...VOTING,
    name: 'discard the draft of a vote',
    of: 'features/votes/officer-part.tsx',
    open: atVote('draft', press('Discard Draft')),
  },
  {
    ...VOTING,
    name: 'words of a vote',
    of: 'features/votes/reword-dialog.tsx',
    open: atVote('open', press('Change the Words')),
  },
  {
    ...VOTING,
    name: 'cancel a vote',
    of: 'features/votes/cancel-dialog.tsx',
    open: atVote('open', press('Cancel Vote')),
  },
  {
    ...VOTING,
    name: 'enter paper ballots',
    of: 'features/votes/paper-dialog.tsx',
    open: atVote('open', press('Enter Paper Ballots')),
  },
  {
    ...VOTING,
    name: 'discard paper ballots',
    of: 'features/votes/paper-part.tsx',
    open: atVote('open', press('Discard')),
  },
  {
    ...VOTING,
    name: 'take a proxy back',
    of: 'features/votes/proxy-part.tsx',
    open: atVote('open', press('Take the Proxy Back')),
  },
]
