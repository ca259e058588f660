import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Audience } from '../../src/domain/viewer.ts'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { runVotes } from '../../src/server/features/votes/run-votes.ts'
import { voteFileAttachment } from '../../src/server/features/votes/vote-file.ts'
import { addFile } from '../../src/server/storage/add-file.ts'
import type { FeatureCases } from '../feature-cases.ts'
import { pdf } from '../sample-files.ts'
import { ballotIn, castWith, closeVotes, draftVote, openVoteOf, QUESTION, receiptFor } from '../votes.ts'
import type { World } from '../world.ts'
import { minor } from './invoices.ts'
import { seedVotes, VOTE_BREACHES, VOTE_TABLES, VOTE_WRITES } from './vote-rows.ts'

type Ids = Record<
  | 'building'
  | 'draft'
  | 'discarded'
  | 'planned'
  | 'scheduled'
  | 'cancelled'
  | 'election'
  | 'option'
  | 'open'
  | 'unit'
  | 'secret'
  | 'secretUnit'
  | 'papers'
  | 'paperUnit'
  | 'sheet'
  | 'over'
  | 'secretOver',
  string
>

const PLAN = pdf('Plan')
const officers: Audience[] = [{ resident: 'manage_votes' }, 'admin']
const LATER = { opens_on: '2026-11-21', opens_time: '12:00' }
/** The vote that the test of exports prints. */
const PRINTED = randomUUID()

/** A vote in which maya's unit said yes, before its end. Returns its id. */
async function votedOn(world: World, is_secret: boolean, id: string = randomUUID()): Promise<string> {
  const maya = world.as('maya')
  await openVoteOf(world.portal, maya, { is_secret, id })
  if (is_secret) await castWith(world.portal, id, await receiptFor(maya, id), 1)
  else await maya.votes.cast({ ...(await ballotIn(maya, id)), choice: ['yes'] })
  return id
}

/** An election that is scheduled, for which ned may stand; and his option. */
async function election(world: World) {
  const option = randomUUID()
  const options = [{ id: option, label: 'Ned', candidate_id: world.idOf('ned') }]
  const id = await draftVote(world.as('maya'), { kind: 'election', options, ...LATER })
  await world.as('maya').votes.schedule({ id })
  return { election: id, option }
}

const unitIn = async (world: World, id: string) => (await ballotIn(world.as('maya'), id)).unit_id

async function sheetOf(world: World, id: string, unit_id: string): Promise<string> {
  const sheet_id = randomUUID()
  await world.as('maya').votes.enterPapers({ id, sheet_id, unit_ids: [unit_id], choices: [['no']] })
  return sheet_id
}

/** Adds a file to a draft. Returns its address. */
async function addVoteFileBy(world: World, vote: string) {
  const viewer = (await world.as('maya').accounts.session())?.viewer
  if (viewer?.kind !== 'resident') throw new Error('Maya is no resident')
  const query = { vote, id: randomUUID(), name: 'Plan.pdf' }
  return addFile(world.portal, voteFileAttachment, viewer, { query, body: Readable.from([PLAN]) })
}

export const votes = {
  async prepare(world) {
    const maya = world.as('maya')
    const [over, secretOver] = [await votedOn(world, false), await votedOn(world, true)]
    await closeVotes(world.portal)
    const draft = await draftVote(maya)
    const planned = await draftVote(maya)
    const scheduled = async () => {
      const id = await draftVote(maya, LATER)
      await maya.votes.schedule({ id })
      return id
    }
    const open = await openVoteOf(world.portal, maya)
    const secret = await openVoteOf(world.portal, maya, { is_secret: true })
    const papers = await openVoteOf(world.portal, maya)
    const paperUnit = await unitIn(world, papers)
    return {
      building: await minor(world),
      draft,
      discarded: await draftVote(maya),
      planned,
      scheduled: await scheduled(),
      cancelled: await scheduled(),
      ...(await election(world)),
      open,
      unit: await unitIn(world, open),
      secret,
      secretUnit: await unitIn(world, secret),
      papers,
      paperUnit,
      sheet: await sheetOf(world, papers, paperUnit),
      over,
      secretOver,
    }
  },
  procedures: {
    list: { audiences: ['resident'], by: 'ned', input: () => ({ tab: 'current', page: 1, search: null }) },
    all: { audiences: ['admin'], by: 'ada', input: () => ({ tab: 'current', page: 1, search: null }) },
    buildings: { audiences: ['admin'], by: 'ada', input: () => ({ search: null }) },
    get: {
      audiences: ['resident', 'admin'],
      by: 'maya',
      input: (_, { draft }) => ({ id: draft }),
      // A draft is its officers' alone.
      strangers: { id: ['otto', 'ned'] },
    },
    roll: {
      audiences: ['resident', 'admin'],
      by: 'ned',
      input: (_, { open }) => ({ id: open, page: 1, search: null }),
      strangers: { id: ['otto'] },
    },
    receipts: {
      audiences: ['resident', 'admin'],
      by: 'ned',
      input: (_, { secretOver }) => ({ id: secretOver }),
      strangers: { id: ['otto'] },
    },
    draft: {
      audiences: officers,
      by: 'maya',
      input: (_, { building }) => ({ ...QUESTION, id: randomUUID(), building_id: building }),
      strangers: { id: ['otto'], building_id: ['otto'] },
    },
    update: {
      audiences: officers,
      by: 'maya',
      input: (_, { draft }) => ({ ...QUESTION, id: draft, version: 1 }),
      strangers: { id: ['otto'] },
    },
    reword: {
      audiences: officers,
      by: 'maya',
      input: (_, { scheduled }) => ({ id: scheduled, version: 1, question: 'Shall we?', details: null }),
      strangers: { id: ['otto'] },
    },
    discard: {
      audiences: officers,
      by: 'maya',
      input: (_, { discarded }) => ({ id: discarded }),
      strangers: { id: ['otto'] },
    },
    schedule: {
      audiences: officers,
      by: 'maya',
      input: (_, { planned }) => ({ id: planned }),
      strangers: { id: ['otto'] },
    },
    unschedule: {
      audiences: officers,
      by: 'maya',
      input: (_, { scheduled }) => ({ id: scheduled }),
      strangers: { id: ['otto'] },
    },
    cancel: {
      audiences: officers,
      by: 'maya',
      input: (_, { cancelled }) => ({ id: cancelled, reason: 'Asked too early' }),
      strangers: { id: ['otto'] },
    },
    certify: {
      audiences: officers,
      by: 'maya',
      input: (_, { over }) => ({ id: over }),
      strangers: { id: ['otto'] },
    },
    cast: {
      audiences: ['resident'],
      by: 'maya',
      input: (_, { open, unit }) => ({ id: open, version: 1, unit_id: unit, choice: ['yes'] }),
      strangers: { id: ['otto'], unit_id: ['otto'] },
    },
    sign: {
      audiences: ['resident'],
      by: 'maya',
      input: (_, { secret, secretUnit }) => ({
        ...{ id: secret, version: 1, unit_id: secretUnit },
        // Less than any modulus.
        blinded: `AB${'a'.repeat(340)}`,
      }),
      strangers: { id: ['otto'], unit_id: ['otto'] },
    },
    giveProxy: {
      audiences: ['resident'],
      by: 'maya',
      // Refused: ned owns the same unit.
      input: (world, { open, unit }) => ({ id: open, unit_id: unit, holder_id: world.idOf('ned') }),
      strangers: { id: ['otto'], unit_id: ['otto'], holder_id: ['otto'] },
    },
    revokeProxy: {
      audiences: ['resident'],
      by: 'maya',
      input: (_, { open, unit }) => ({ id: open, unit_id: unit }),
      strangers: { id: ['otto'], unit_id: ['otto'] },
    },
    answerCandidacy: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { election, option }) => ({ id: election, option_id: option, accepts: true }),
      strangers: { id: ['otto'], option_id: ['otto', 'maya'] },
    },
    enterPapers: {
      audiences: [{ resident: 'manage_votes' }],
      by: 'maya',
      input: (_, { open, unit }) => ({
        ...{ id: open, sheet_id: randomUUID() },
        ...{ unit_ids: [unit], choices: [['no']] },
      }),
      strangers: { id: ['otto'], sheet_id: ['otto'], unit_ids: ['otto'] },
    },
    confirmPapers: {
      audiences: [{ resident: 'manage_votes' }],
      by: 'maya',
      // Refused: she entered them.
      input: (_, { papers, sheet }) => ({ id: papers, sheet_id: sheet }),
      strangers: { id: ['otto'], sheet_id: ['otto'] },
    },
    discardPapers: {
      audiences: [{ resident: 'manage_votes' }],
      by: 'maya',
      input: (_, { papers, sheet }) => ({ id: papers, sheet_id: sheet }),
      strangers: { id: ['otto'], sheet_id: ['otto'] },
    },
  },
  async grow(world, { draft, open, secretOver, building }) {
    await openVoteOf(world.portal, world.as('maya'))
    await addVoteFileBy(world, draft)
    await asSystem(world.portal.db, async (tx) => {
      await tx
        .insertInto('vote_roll')
        .values({ vote_id: open, unit_id: randomUUID(), building_id: building, number: '9Z', weight: 1 })
        .execute()
      await tx
        .insertInto('vote_receipts')
        .values({ vote_id: secretOver, building_id: building, hash: 'ef'.repeat(32) })
        .execute()
    })
  },
  seed: seedVotes,
  tables: VOTE_TABLES,
  writes: VOTE_WRITES,
  refusedUpdates: [['how a unit voted', `update vote_roll set voted_as = 'owner' returning vote_id as id`]],
  attachments: {
    'vote-file': {
      addedBy: [{ resident: 'manage_votes' }],
      seenBy: ['resident', 'admin'],
      maxSize: 10 * 1024 * 1024,
      backedUp: true,
      by: 'maya',
      query: async (world) => {
        const id = await draftVote(world.as('maya'), LATER)
        // A draft's are its officers' alone.
        await world.as('maya').votes.schedule({ id })
        return `?vote=${id}&id=${randomUUID()}&name=Plan.pdf`
      },
      sample: PLAN,
      addressOf: async (_, { url }) => url,
      strangers: ['otto'],
    },
  },
  exports: {
    '/api/votes/votes.csv': {
      audiences: ['resident'],
      by: 'ned',
      strangers: ['otto'],
      shows: 'Shall we renew the roof?',
      needs: '&tab=past',
    },
    '/api/votes/all.csv': {
      audiences: ['admin'],
      by: 'ada',
      strangers: [],
      shows: 'Shall we renew the roof?',
      needs: '&tab=past',
    },
    '/api/votes/result.pdf': {
      audiences: ['resident', 'admin'],
      by: 'ned',
      strangers: ['otto'],
      shows: 'Shall we renew the roof?',
      needs: `&id=${PRINTED}`,
    },
  },
  events: {
    vote_drafted: { data: {} },
    vote_changed: { data: {} },
    vote_discarded: { data: {} },
    vote_scheduled: {
      data: {
        question: 'Shall we?',
        opens_at: '2026-11-21T20:00:00.000Z',
        closes_at: '2026-11-27T20:00:00.000Z',
      },
    },
    vote_unscheduled: { data: { question: 'Shall we?' } },
    vote_reworded: { data: { question: 'Shall we?' } },
    vote_opened: {
      data: {
        ...{ question: 'Shall we?', kind: 'yes_no', is_secret: false, units: 1 },
        closes_at: '2026-11-27T20:00:00.000Z',
      },
      subject: (world) => openVoteOf(world.portal, world.as('maya')),
      mailedTo: ['maya', 'ned'],
    },
    vote_cancelled: {
      data: { question: 'Shall we?', reason: 'Asked too early', was: 'open' },
      subject: (world) => openVoteOf(world.portal, world.as('maya')),
      mailedTo: ['maya', 'ned'],
    },
    vote_reminded: {
      data: { question: 'Shall we?', closes_at: '2026-11-27T20:00:00.000Z' },
      subject: (world) => openVoteOf(world.portal, world.as('maya')),
      mailedTo: ['maya', 'ned'],
    },
    vote_closed: {
      data: { question: 'Shall we?', outcome: 'passed', result: 'Passed', voted: 1, units: 1 },
      subject: (world) => openVoteOf(world.portal, world.as('maya')),
      mailedTo: ['maya', 'ned'],
    },
    vote_certified: { data: { question: 'Shall we?', result: 'Passed' } },
    vote_file_added: { data: {} },
    vote_file_removed: { data: {} },
    candidate_named: { data: { question: 'The board', vote_id: PRINTED }, mailedTo: ['pia'] },
    candidacy_answered: { data: { question: 'The board', accepts: true } },
    ballot_cast: { data: { question: 'Shall we?', unit: '3B', by: 'owner' } },
    proxy_given: {
      data: {
        ...{ question: 'Shall we?', unit: '3B', vote_id: PRINTED, owner: 'Maya Test' },
        closes_at: '2026-11-27T20:00:00.000Z',
      },
      mailedTo: ['pia'],
    },
    proxy_revoked: {
      data: { question: 'Shall we?', unit: '3B', vote_id: PRINTED, owner: 'Maya Test' },
      mailedTo: ['pia'],
    },
    proxy_ended: {
      data: { question: 'Shall we?', unit: '3B', vote_id: PRINTED, person: 'Ned Test', was: 'holder' },
      mailedTo: ['pia'],
    },
    papers_entered: { data: { question: 'Shall we?', units: 3 } },
    papers_confirmed: { data: { question: 'Shall we?', units: 3 } },
    papers_discarded: { data: { question: 'Shall we?', units: 3 } },
  },
  breaches: VOTE_BREACHES,
} satisfies FeatureCases<'votes', Ids>

/** Makes the vote that the test of exports prints. */
export async function printVote(world: World): Promise<void> {
  await votedOn(world, false, PRINTED)
  await closeVotes(world.portal)
  await runVotes(world.portal)
}
