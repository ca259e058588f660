import type pg from 'pg'
import { PRODUCT } from '../../domain/product.ts'
import type { Config } from '../config.ts'
import {
  ADMIN,
  BUILDINGS,
  colleagueEmail,
  DEMO_PASSWORD,
  residentEmail,
  VENDORS,
  vendorEmail,
} from '../demo/city.ts'
import { makeCity } from '../demo/make-city.ts'
import { StartError } from '../ops/start-error.ts'
import { createPortal } from '../portal.ts'
import type { CommandContext } from './command.ts'
import { run as serve } from './serve.ts'

/** `npm run demo`: serves the demo city from its own data folder, and creates it at the first start. */
export async function run(context: CommandContext): Promise<void> {
  if (context.config.databaseUrl) {
    throw new StartError('The demo uses the database in its own data folder: unset DATABASE_URL.')
  }
  // The demo's mail addresses do not exist, so its mail stays in files. Everybody knows its admin's password.
  const config = { ...context.config, smtpUrl: undefined, adminsNeedFactor: false }
  await prepareCity(context.pool, context.connection, config, context.stop)
  await serve({ ...context, config }, welcome)
}

/** Creates the city if there is none, again after an interrupted start. Throws a StartError if the data is not the demo's. */
export async function prepareCity(
  pool: pg.Pool,
  connection: pg.PoolConfig,
  config: Config,
  stop?: AbortSignal,
): Promise<'made' | 'kept'> {
  const { rows } = await pool.query<{ made_at: Date | null }>('select made_at from demo_city')
  const [city] = rows
  if (city?.made_at) return 'kept'
  if (city) await pool.query('truncate auth_users, buildings, contact_messages, vendor_storage cascade')
  else await claim(pool, config)
  process.stdout.write('Creating the demo city; this takes some seconds.\n')
  const clock = { now: new Date() }
  const { portal, close } = createPortal(connection, config, () => clock.now)
  try {
    await makeCity({ portal, clock, stop })
  } finally {
    await close()
  }
  // Do not send mail about past weeks.
  await pool.query('update mails set sent_at = now()')
  await pool.query('update demo_city set made_at = now()')
  return 'made'
}

async function claim(pool: pg.Pool, { dataDir }: Config): Promise<void> {
  const { rowCount } = await pool.query(`insert into demo_city (made_at) select null
    where not exists (select from auth_users) and not exists (select from buildings)
      and not exists (select from contact_messages)`)
  if (rowCount !== 1) {
    throw new StartError(
      `${dataDir} holds a portal that is not the demo: unset DATA_DIR, or set it to a new folder.`,
    )
  }
}

function welcome({ publicUrl, dataDir }: Config): string {
  return `
${PRODUCT} is ready at ${publicUrl}, with a demo city of ${BUILDINGS.length} buildings and ${VENDORS.length} vendors.

${accountTable()}

Everybody's password is ${DEMO_PASSWORD}. To begin with:
  maya@larkspur.example has quotes to compare, visits to come and two neighbors to accept;
  hilltop@vendors.example has jobs, and requests that wait for a price;
  luis@brighthalls.vendors.example is of a vendor's crew, and sees Today alone.
Mail is written to ${dataDir}/mail. Remove ${dataDir} to begin again. Ctrl-C stops it.
`
}

/** Everybody, by building, then the vendors and the admin. */
function accountTable(): string {
  const residents = BUILDINGS.flatMap((building) =>
    building.people.map((person, index) => {
      const role = index === 0 ? 'captain' : person.waits ? 'waits for approval' : 'homeowner'
      return [residentEmail(building, person), person.name, role, building.name]
    }),
  )
  const vendors = VENDORS.flatMap((vendor) => [
    [vendorEmail(vendor), vendor.person, 'vendor', vendor.company_name],
    ...(vendor.team ?? []).map((colleague) => [
      colleagueEmail(vendor, colleague),
      colleague.name,
      `vendor’s ${colleague.vendor_role}`,
      vendor.company_name,
    ]),
  ])
  const admin = [ADMIN.email, `${ADMIN.first_name} ${ADMIN.last_name}`, 'admin', '']
  const rows = [['E-MAIL', 'WHO', '', 'WHERE'], ...residents, ...vendors, admin]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
