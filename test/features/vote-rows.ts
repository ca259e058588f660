import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Writes } from '../feature-cases.ts'
import { admin, all, either, neighbor, nobody, type Row, type Rule, withPower } from '../row-rules.ts'
import { pdf } from '../sample-files.ts'
import type { World } from '../world.ts'

// The rows of votes for the tests of row rules and of invariants, and who sees and writes them.

const PLAN = pdf('Plan')
const RESULT = (choice: string) =>
  `jsonb_build_object('roll', '{"units": 2, "weight": 2}'::jsonb, 'voted', '{"units": 1, "weight": 1}'::jsonb,
    'abstained', '{"units": 0, "weight": 0}'::jsonb, 'options', jsonb_build_array(
      jsonb_build_object('option', 'yes', 'units', ${choice === 'yes' ? 1 : 0}, 'weight', ${choice === 'yes' ? 1 : 0}),
      jsonb_build_object('option', 'no', 'units', ${choice === 'no' ? 1 : 0}, 'weight', ${choice === 'no' ? 1 : 0})),
    'outcome', 'passed', 'winners', '["yes"]'::jsonb)`

/** Who may vote for which unit by the seeds, each as its vote, unit and person. */
const voters = new Set<string>()
const holders = new Set<string>()
const keyOf = ({ vote_id, unit_id }: Row, person: unknown) => `${vote_id} ${unit_id} ${person}`
const isVoter: Rule = (row, { id }) => voters.has(keyOf(row, id))
const isHolder: Rule = (row, { id }) => holders.has(keyOf(row, id))

/**
 * In each building with a captain: a draft, an election that is scheduled, an open vote, a secret one, a decided and a decided secret one. Each
 * roll has the unit of the captain, who owns it with their neighbors, and one of nobody. Everything as the portal would have written it.
 */
export async function seedVotes({ portal }: World, db: pg.Client): Promise<void> {
  await db.query('set session_replication_role = replica')
  await db.query(`
    insert into votes (id, building_id, kind, question, max_choices, basis, is_secret, quorum, majority, proxies, opens_at, closes_at, state,
      public_key, cancel_reason, result, certified_by, certified_name, certified_at, created_by)
    select gen_random_uuid(), b.id, case title when 'Elected' then 'election' else 'yes_no' end, title, 1, 'unit', title like 'Secret%', 0,
      'more_yes', 1, '2026-11-19', '2026-11-29', step, case when title like 'Secret%' then 'key' end, null,
      case when title like '%decided' then ${RESULT('yes')} end, case step when 'certified' then b.captain_id end,
      case step when 'certified' then 'Maya Test' end, case step when 'certified' then now() end, b.captain_id
    from buildings b, (values ('Draft', 'draft'), ('Elected', 'scheduled'), ('Open', 'open'), ('Secret open', 'open'),
      ('Papers', 'open'), ('Is decided', 'certified'), ('Secret decided', 'closed')) v (title, step)
    where b.captain_id is not null;
    insert into events (kind, actor, building_id, subject, data)
    select 'vote_' || case state when 'draft' then 'drafted' when 'open' then 'opened' else state end, created_by, building_id, id,
      jsonb_build_object('question', question) from votes;
    insert into vote_options (id, vote_id, building_id, position, label, candidate_id)
    select gen_random_uuid(), id, building_id, 1, question || ' option', case question when 'Elected' then created_by end
    from votes where question in ('Draft', 'Elected');
    insert into vote_roll (vote_id, building_id, unit_id, number, weight, voted_as)
    select v.id, v.building_id, gen_random_uuid(), number, 1, case when v.question = 'Papers' then null
      when v.is_secret then case number when '1' then 'secret' end
      when v.question = 'Open' then case number when '1' then 'owner' else 'proxy' end
      else case number when '1' then 'owner' end end
    from votes v, (values ('1'), ('2')) n (number) where v.state not in ('draft', 'scheduled');
    insert into vote_voters (vote_id, building_id, unit_id, profile_id)
    select r.vote_id, r.building_id, r.unit_id, p.id from vote_roll r join profiles p on p.building_id = r.building_id and p.status = 'active'
    where r.number = '1';
    insert into vote_proxies (vote_id, building_id, unit_id, holder_id, given_by)
    select r.vote_id, r.building_id, r.unit_id, b.captain_id, b.captain_id from vote_roll r join votes v on v.id = r.vote_id
      join buildings b on b.id = r.building_id
      where v.question = 'Open' and r.number = '2' or v.question = 'Papers' and r.number = '1';
    insert into ballots (vote_id, building_id, unit_id, choice, cast_as, person)
    select r.vote_id, r.building_id, r.unit_id, '{yes}', r.voted_as, b.captain_id from vote_roll r join votes v on v.id = r.vote_id
      join buildings b on b.id = r.building_id where r.voted_as is not null and not v.is_secret;
    insert into vote_signatures (vote_id, building_id, unit_id, blinded)
    select vote_id, building_id, unit_id, repeat('ab', 32) from vote_roll where voted_as = 'secret';
    insert into vote_boxes (vote_id, building_id, key_file, box)
    select id, building_id, 'vote-keys/' || id || '.json', 'sealed' from votes where question = 'Secret open';
    insert into secret_ballots (vote_id, building_id, choice) select id, building_id, '{yes}' from votes where question = 'Secret decided';
    insert into vote_receipts (vote_id, building_id, hash)
    select id, building_id, repeat('cd', 32) from votes where question = 'Secret decided';
    with sheets as (
      insert into paper_sheets (id, vote_id, building_id, entered_by, entered_at)
      select gen_random_uuid(), id, building_id, created_by, now() from votes where question = 'Papers' returning *)
    insert into paper_ballots (vote_id, building_id, unit_id, sheet_id, choice)
    select s.vote_id, s.building_id, r.unit_id, s.id, '{no}' from sheets s join vote_roll r on r.vote_id = s.vote_id and r.number = '2'`)
  await db.query('set session_replication_role = origin')
  const { rows } = await db.query(`
    insert into vote_files (id, vote_id, building_id, file_name, file_path, file_size, added_by)
    select gen_random_uuid(), id, building_id, question || '.pdf', 'vote-files/' || id || '-1795000000000.pdf', ${PLAN.length}, created_by
    from votes where question in ('Draft', 'Elected') returning file_path`)
  for (const { file_path } of rows)
    await portal.files.put(file_path, Readable.from([PLAN]), { size: PLAN.length, mime: 'application/pdf' })
  const people = await db.query('select vote_id, unit_id, profile_id from vote_voters')
  for (const row of people.rows) voters.add(keyOf(row, row.profile_id))
  const proxies = await db.query('select vote_id, unit_id, holder_id from vote_proxies')
  for (const row of proxies.rows) holders.add(keyOf(row, row.holder_id))
  const decided = await db.query(`select id from votes where state in ('closed', 'certified')`)
  for (const { id } of decided.rows) decidedVotes.add(id)
}

const decidedVotes = new Set<unknown>()
const isDecided: Rule = ({ vote_id }) => decidedVotes.has(vote_id)
const officer = withPower('manage_votes')
const runs = either(officer, admin)
const ofBuilding = either(neighbor, admin)
const inNameOfViewer =
  (column: string): Rule =>
  (row, { id }) =>
    row[column] === id
const isCandidate: Rule = all(neighbor, ({ candidate_id }, { id }) => candidate_id === id)

/** An owner votes as such, a holder with the proxy. */
const castsInOwnName: Rule = all(
  neighbor,
  inNameOfViewer('person'),
  either(
    all(({ cast_as }) => cast_as === 'owner', isVoter),
    all(({ cast_as }) => cast_as === 'proxy', isHolder),
  ),
)

export const VOTE_TABLES: Record<string, Rule> = {
  votes: either(
    all(neighbor, ({ state }) => state !== 'draft'),
    officer,
    admin,
  ),
  vote_options: either(
    all(neighbor, ({ label }) => label !== 'Draft option'),
    officer,
    admin,
  ),
  vote_files: either(
    all(neighbor, ({ file_name }) => file_name !== 'Draft.pdf'),
    officer,
    admin,
  ),
  vote_roll: ofBuilding,
  vote_voters: either(
    all(neighbor, inNameOfViewer('profile_id')),
    officer,
    withPower('manage_members'),
    admin,
  ),
  vote_proxies: ofBuilding,
  ballots: either(all(ofBuilding, isDecided), all(neighbor, either(isVoter, isHolder))),
  paper_sheets: officer,
  paper_ballots: officer,
  vote_signatures: all(neighbor, either(isVoter, isHolder)),
  vote_receipts: ofBuilding,
  vote_boxes: nobody,
  secret_ballots: nobody,
}

export const VOTE_WRITES: Record<string, Writes> = {
  votes: {
    insert: all(runs, inNameOfViewer('created_by')),
    update: all(runs, ({ certified_by }, { id }) => certified_by === null || certified_by === id),
    delete: all(runs, ({ state }) => state === 'draft'),
  },
  vote_options: { insert: runs, update: either(runs, isCandidate), delete: runs },
  vote_files: { insert: all(officer, inNameOfViewer('added_by')), delete: officer },
  vote_proxies: {
    insert: all(neighbor, inNameOfViewer('given_by'), isVoter),
    delete: all(neighbor, isVoter),
  },
  ballots: { insert: castsInOwnName, update: castsInOwnName },
  paper_sheets: { insert: all(officer, inNameOfViewer('entered_by')), delete: officer },
  paper_ballots: { insert: officer },
  vote_signatures: { insert: all(neighbor, either(isVoter, isHolder)) },
}

export const VOTE_BREACHES: [invariant: string, defect: string][] = [
  ['a vote that was opened has its roll', 'delete from vote_roll'],
  ['the roll says how each unit voted', `update vote_roll set voted_as = null where voted_as = 'owner'`],
  ['the roll says how each unit voted', 'delete from vote_signatures'],
  ['a ballot chooses options of its vote', `update ballots set choice = '{yes,no}'`],
  ['a ballot chooses options of its vote', `update secret_ballots set choice = '{maybe}'`],
  ['a decided vote has the result of its ballots', `update ballots set choice = '{no}'`],
  ['a decided vote has the result of its ballots', `update vote_roll set weight = 2 where number = '2'`],
  ['a decided vote has the result of its ballots', `update secret_ballots set choice = '{abstain}'`],
  [
    'a vote that is over has no ballots in its box',
    `update votes set state = 'cancelled', cancel_reason = 'x' where question = 'Secret open'`,
  ],
  ['each secret ballot is of a unit that voted, and each receipt of a ballot', 'delete from vote_receipts'],
  [
    'each secret ballot is of a unit that voted, and each receipt of a ballot',
    `insert into secret_ballots (vote_id, building_id, choice) select id, building_id, '{yes}' from votes where question = 'Secret decided'`,
  ],
  ['nobody holds more proxies than the vote allows', 'update votes set proxies = 0'],
  ['the ballot of a proxy is by who holds it', 'delete from vote_proxies'],
  ['a paper ballot was confirmed by another officer', `update ballots set cast_as = 'paper'`],
  [
    'a vote has at most five files',
    `insert into vote_files (id, vote_id, building_id, file_name, file_path, file_size)
     select gen_random_uuid(), vote_id, building_id, 'More.pdf', 'vote-files/' || vote_id || n, 1 from vote_files, generate_series(1, 5) n`,
  ],
  ['each vote has its event', `delete from events where kind = 'vote_opened'`],
]
