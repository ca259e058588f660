import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Breach, breachesOf, missingFiles } from '../../src/server/cli/check.ts'
import { createPool, Db } from '../../src/server/db/pool.ts'
import { createFiles } from '../../src/server/storage/storage.ts'
import { type Action, type Kind, named, type OpenQuote, VISITS } from './kill-actions.ts'

/** How often each subject is stored completely: its rows and its event. An incomplete one has no row here. */
const COMPLETE: Record<Kind, string> = {
  'sign-up': `select u.email as subject, count(*) from auth_users u
    join auth_accounts a on a.user_id = u.id
    join profiles p on p.id = u.id and p.role = 'captain' and p.status = 'active'
    join buildings b on b.captain_id = u.id
    join fees f on f.building_id = b.id
    join events e on e.kind = 'captain_appointed' and e.subject = u.id
    where u.email = any ($1) group by 1`,
  request: `select c.email || ' ' || s.service_type_id as subject, count(*) from building_services s
    join buildings b on b.id = s.building_id
    join profiles c on c.id = b.captain_id
    join events e on e.kind = 'service_requested' and e.subject = s.id
    where c.email || ' ' || s.service_type_id = any ($1) group by 1`,
  quote: `select q.id::text as subject, count(*) from service_quotes q
    join events e on e.kind = 'quote_submitted' and e.subject = q.id
    where q.id = any ($1::uuid[]) and q.vendor_status = 'quoted' and q.per_visit_price is not null group by 1`,
  acceptance: `select q.id::text as subject, count(*) from service_quotes q
    join building_services s on s.id = q.building_service_id and s.assigned_vendor = q.vendor_id
    join events e on e.kind = 'quote_accepted' and e.subject = q.id
    where q.id = any ($1::uuid[]) and q.status = 'accepted' and s.status = 'Accepted'
      and ${VISITS} = (select count(*) from appointments a where a.service_quote_id = q.id) group by 1`,
  upload: `select c.email || ' ' || d.file_name as subject, count(*) from building_documents d
    join profiles c on c.id = d.uploaded_by
    join events e on e.kind = 'document_uploaded' and e.subject = d.id
    where c.email || ' ' || d.file_name = any ($1) group by 1`,
  settings: `select p.email || ' ' || v.company_name || ' ' || coalesce((select string_agg(s.service_type_id::text, ','
      order by s.service_type_id) from vendor_services s where s.vendor_id = v.id and s.is_active), '') as subject, 1 as count
    from vendor_profiles v join profiles p on p.vendor_id = v.id where p.role = 'contractor'`,
}

const OPEN_QUOTES = `select q.id, q.per_visit_price as price, c.email as captain
  from service_quotes q join building_services s on s.id = q.building_service_id and s.round = q.round
    join profiles v on v.vendor_id = q.vendor_id
    join buildings b on b.id = s.building_id join profiles c on c.id = b.captain_id
  where q.status = 'pending' and s.status = 'Quote' and v.email = 'quoting@example.com'`

type Found = {
  /** Broken invariants, including missing files. */
  breaches: Breach[]
  /** How often an action is stored, or another subject of its kind. */
  timesOf(action: Action, subject?: string): number
  /** Uploads whose stored bytes differ. */
  damaged: string[]
  open: OpenQuote[]
}

/**
 * Reads a portal's data folder by a plain connection: a registered user of the embedded database would stop it when it
 * leaves before the portal has reconnected.
 */
async function inspect(dataDir: string, actions: Action[]): Promise<Found> {
  const pool = createPool(databaseOf(dataDir))
  try {
    const db = new Db(pool)
    const files = createFiles(new URL(`file://${join(dataDir, 'files')}/`).href)
    const breaches = [...(await breachesOf(db)), ...(await missingFiles(db, files))]
    const times = new Map<string, number>()
    for (const [kind, statement] of Object.entries(COMPLETE)) {
      const subjects = actions.filter((action) => action.kind === kind).map(({ subject }) => subject)
      if (subjects.length === 0) continue
      const { rows } = await pool.query(statement, statement.includes('$1') ? [subjects] : [])
      for (const { subject, count } of rows) times.set(`${kind} ${subject}`, count)
    }
    const { rows: open } = await pool.query<OpenQuote>(OPEN_QUOTES)
    return {
      breaches,
      open,
      timesOf: ({ kind, subject }, other = subject) => times.get(`${kind} ${other}`) ?? 0,
      damaged: await damagedOf(pool, join(dataDir, 'files'), actions),
    }
  } finally {
    await pool.end()
  }
}

type Work = {
  acknowledged: Action[]
  /** Unacknowledged: may be stored, but not twice and not in part. */
  maybe: Action[]
  /** The acknowledged actions to look for; default: all. */
  among?: Action[]
}

/** What went wrong, by name and number. */
export async function judge(dataDir: string, { acknowledged, maybe, among = acknowledged }: Work) {
  const { breaches, damaged, open, timesOf } = await inspect(dataDir, [...among, ...maybe])
  const replaced = new Set([...acknowledged, ...maybe].map(({ before }) => before))
  const lost = among.filter((action) => timesOf(action) === 0 && !replaced.has(action.subject))
  const doubled = [...among, ...maybe].filter((action) => timesOf(action) > 1)
  const torn = maybe.filter((action) => action.before && !timesOf(action) && !timesOf(action, action.before))
  return {
    open,
    timesOf,
    lost: lost.length + damaged.length + torn.length,
    doubled: doubled.length,
    wrong: { breaches, damaged, lost: named(lost), doubled: named(doubled), torn: named(torn) },
  }
}

export const NOTHING_WRONG = { breaches: [], damaged: [], lost: [], doubled: [], torn: [] }

/** A plain connection to the database of a data folder, for planting damage. */
export async function withDatabase(dataDir: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(databaseOf(dataDir))
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const databaseOf = (dataDir: string) => ({
  host: join(dataDir, 'postgres'),
  user: 'stoop',
  database: 'stoop',
})

async function damagedOf(pool: pg.Pool, files: string, actions: Action[]): Promise<string[]> {
  const sent = new Map(actions.flatMap(({ subject, content }) => (content ? [[subject, content]] : [])))
  const { rows } = await pool.query<{ subject: string; file_path: string }>(
    `select c.email || ' ' || d.file_name as subject, d.file_path from building_documents d
       join profiles c on c.id = d.uploaded_by where c.email || ' ' || d.file_name = any ($1)`,
    [[...sent.keys()]],
  )
  const damaged: string[] = []
  for (const { subject, file_path } of rows) {
    const kept = await readFile(join(files, file_path)).catch(() => null)
    if (!kept || !sent.get(subject)?.equals(kept)) damaged.push(subject)
  }
  return damaged
}
