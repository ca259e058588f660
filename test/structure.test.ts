import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EVENTS } from '../src/domain/events.ts'

const root = resolve(import.meta.dirname, '..')

type File = { path: string; lines: number; imports: { path: string; typeOnly: boolean }[] }

const files = ['src', 'test', 'scripts'].flatMap(read)
const sources = files.filter(({ path }) => path.startsWith('src/') && !/\.test(-support)?\./.test(path))

function read(folder: string): File[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !/\.d\.ts$/.test(entry.name))
    .map((entry) => {
      const path = relative(root, join(entry.parentPath, entry.name))
      const text = readFileSync(join(root, path), 'utf8')
      return { path, lines: text.trimEnd().split('\n').length, imports: importsOf(path, text) }
    })
}

function importsOf(path: string, text: string) {
  const statements = text.matchAll(/^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]/gm)
  const dynamic = text.matchAll(/\bimport\(\s*()['"]([^'"]+)['"]\s*\)/g)
  return [...statements, ...dynamic].map(([, typeOnly, name = '']) => ({
    path: name.startsWith('.') ? relative(root, resolve(root, dirname(path), name)) : name,
    typeOnly: Boolean(typeOnly),
  }))
}

function layer(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

describe('layers', () => {
  const allowed: Record<string, string[]> = {
    'src/domain': ['src/domain', 'zod', 'dayjs', 'dayjs/plugin', '@18f/us-federal-holidays'],
    'src/web': ['src/domain', 'src/web'],
    'src/server': ['src/domain', 'src/server'],
  }

  test.each(Object.keys(allowed))('%s imports only what its trust allows', (name) => {
    const wrong = sources
      .filter(({ path }) => layer(path) === name)
      .flatMap((file) => file.imports.map((each) => ({ from: file.path, ...each })))
      .filter(({ path }) => path.startsWith('src/') || name === 'src/domain')
      .filter(({ path }) => !allowed[name]?.includes(layer(path)))
      .filter(({ from, path, typeOnly }) => {
        const wire = from === 'src/web/api.ts' && path === 'src/server/app.ts' && typeOnly
        return !wire
      })
    expect(wrong).toEqual([])
  })

  test('src holds the three roots and nothing else', () => {
    const roots = new Set(sources.map(({ path }) => path.split('/')[1]))
    expect([...roots].sort()).toEqual(['domain', 'server', 'web'])
  })

  test('only these files bypass the row rules, and only one uses tRPC’s builder', () => {
    const callers = sources.filter(({ path }) => /\basSystem/.test(readFileSync(join(root, path), 'utf8')))
    expect(callers.map(({ path }) => path).sort()).toEqual([
      'src/server/cli/admin.ts', // the command line
      'src/server/cli/check.ts',
      'src/server/cli/import.ts',
      'src/server/db/as-viewer.ts', // its definition
      'src/server/demo/announcements.ts', // part of the command line
      'src/server/demo/ask-and-answer.ts',
      'src/server/demo/budgets.ts',
      'src/server/demo/invoices.ts',
      'src/server/demo/make-city.ts',
      'src/server/demo/person.ts',
      'src/server/demo/votes.ts',
      'src/server/features/accounts/api.ts', // sign-up, before there is a viewer
      'src/server/features/accounts/invitation.ts', // sign-up by a link
      'src/server/features/accounts/sign-in.ts', // before there is a viewer
      'src/server/features/agreements/notices.ts', // a job
      'src/server/features/announcements/send-announcements.ts', // a job
      'src/server/features/billing/charge-fees.ts', // a job
      'src/server/features/budget/alerts.ts', // a job
      'src/server/features/buildings/api.ts', // sign-up: which addresses are known
      'src/server/features/compliance/expiry.ts', // a job
      'src/server/features/documents/purge.ts', // a job
      'src/server/features/factors/proof.ts', // the person's own password
      'src/server/features/feeds/route.ts', // finds the person of a calendar address
      'src/server/features/invoices/monthly-drafts.ts', // a job
      'src/server/features/invoices/reminders.ts', // a job
      'src/server/features/messages/message-file.ts', // a job
      'src/server/features/messages/take-answer.ts', // a job; finds the person of an answered mail
      'src/server/features/payments/charge-automatically.ts', // a job
      'src/server/features/payments/checkout.ts', // closes what Stripe refused
      'src/server/features/payments/handle-event.ts', // a webhook, and its job
      'src/server/features/payments/keep-method.ts', // a webhook; what Stripe keeps is nobody's to read
      'src/server/features/payments/payouts.ts', // a webhook
      'src/server/features/payments/read-again.ts', // a job
      'src/server/features/payments/refund.ts', // a webhook, and a job
      'src/server/features/payments/route.ts', // a webhook
      'src/server/features/payments/settle-chargeback.ts', // a webhook
      'src/server/features/payments/settle.ts', // a webhook
      'src/server/features/payments/vendor-account.ts', // a webhook; a vendor's account is nobody else's to read
      'src/server/features/quotes/benchmarks.ts', // a job
      'src/server/features/services/deadlines.ts', // a job
      'src/server/features/vendors/scorecards.ts', // a job
      'src/server/features/visits/book-ahead.ts', // a job
      'src/server/features/visits/mark-missed.ts', // a job
      'src/server/features/votes/ballot-route.ts', // a secret ballot has no session
      'src/server/features/votes/run-votes.ts', // a job
      'src/server/features/votes/sign.ts', // where the key of a vote is, is nobody's to read
      'src/server/mail/send-mails.ts', // a job
      'src/server/ops/metrics-route.ts', // counts unsent mails
      'src/server/rpc/batch/speculative-session.ts', // finds the viewer before the transaction
      'src/server/rpc/procedure.ts', // a person's own sessions and factors
      'src/server/session/challenge.ts', // before there is a session
      'src/server/session/second-step.ts', // before there is a viewer
      'src/server/session/session.ts', // finds the viewer
      'src/server/storage/orphans.ts', // a job
      'src/server/storage/quota.ts', // adds up the files of many buildings
    ])
    const builders = sources.filter(({ imports }) => imports.some(({ path }) => path === '@trpc/server'))
    expect(builders.map(({ path }) => path)).toEqual(['src/server/rpc/procedure.ts'])
  })
})

describe('events', () => {
  const containing = (pattern: RegExp) =>
    sources.filter(({ path }) => pattern.test(readFileSync(join(root, path), 'utf8'))).map(({ path }) => path)

  test('nothing matches a part of an event kind, because the catalog has the answer', () => {
    expect(containing(/\bkind\)?\??\.(startsWith|endsWith|includes|match|slice|split)\(/)).toEqual([])
    const beginnings = new Set(Object.keys(EVENTS).map((kind) => kind.split('_')[0]))
    const beginning = new RegExp(`['"\`/^](?:${[...beginnings].join('|')})_(?:%?['"\`/]|\\.\\*)`)
    const repeatable = ['policies', 'recipients'].map((name) => `database/repeatable/${name}.sql`)
    const matching = repeatable.filter((path) => beginning.test(readFileSync(join(root, path), 'utf8')))
    expect([...containing(beginning), ...matching]).toEqual([])
  })

  test('events are recorded by one function, and by one statement that saves a fifth of a request to 500 vendors', () => {
    expect(containing(/insert into events|insertInto\('events'/)).toEqual([
      'src/server/db/record.ts',
      'src/server/features/quotes/requests.db.ts',
    ])
  })

  test('only the catalog lists the queries to refresh', () => {
    expect(containing(/\b(invalidate|refetch|reset)Queries\(|pathFilter\(/).sort()).toEqual([
      'src/web/api.ts', // the session
      'src/web/live/realtime.ts', // the catalog's
      'src/web/refresh.ts', // the catalog's
      'src/web/session/session.ts', // the session
    ])
  })
})

/** Each cycle as 'a → b → a'. */
function cyclesIn(graph: Map<string, Iterable<string>>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, trail: string[]): void => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '))
    if (done.has(node) || trail.includes(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

test('there is no import cycle, types counted in', () => {
  const graph = sources.map(({ path, imports }): [string, string[]] => [
    path,
    imports.map((each) => each.path),
  ])
  expect(cyclesIn(new Map(graph))).toEqual([])
})

describe('features', () => {
  const foldersOf = (side: string) =>
    readdirSync(join(root, side), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)

  test('each has a manifest on the server and joins the portal by one import and one name', () => {
    const app = readFileSync(join(root, 'src/server/app.ts'), 'utf8')
    const [, list = ''] = app.match(/const features = \{\n(.*?)\n\}/s) ?? []
    for (const name of foldersOf('src/server/features')) {
      expect(sources.map(({ path }) => path)).toContain(`src/server/features/${name}/feature.ts`)
      expect(app.match(new RegExp(`/${name}/`, 'g'))).toHaveLength(1)
      expect(list.split('\n').filter((line) => line === `  ${name},`)).toHaveLength(1)
    }
  })

  test('nothing else on the server lists them all: other files read the manifests through app.ts', () => {
    const importers = sources.filter(({ imports }) =>
      imports.some(({ path }) => path.endsWith('/feature.ts')),
    )
    const others = importers.filter(
      ({ path }) => path.startsWith('src/server/') && !path.startsWith('src/server/features/'),
    )
    const manifests = others.filter(({ imports }) =>
      imports.some(({ path }) => /features\/.*\/feature\.ts$/.test(path)),
    )
    expect(manifests.map(({ path }) => path)).toEqual(['src/server/app.ts'])
  })

  test.each([
    'src/server/features',
    'src/web/features',
    'src/domain',
  ])('those in %s have no import cycle, counting types', (side) => {
    const featureOf = (path: string) =>
      path.startsWith(`${side}/`) && path.split('/').length > side.split('/').length + 1
        ? path.slice(side.length + 1).split('/')[0]
        : undefined
    const graph = new Map(foldersOf(side).map((name) => [name, new Set<string>()]))
    for (const { path, imports } of sources)
      for (const each of imports) {
        const [from, to] = [featureOf(path), featureOf(each.path)]
        if (from && to && from !== to) graph.get(from)?.add(to)
      }
    expect(cyclesIn(graph)).toEqual([])
  })
})

test('no feature of the web imports a component of another feature', () => {
  const featureOf = (path: string) => /^src\/web\/features\/([^/]+)\//.exec(path)?.[1]
  const foreign = sources.flatMap(({ path, imports }) =>
    imports
      .filter((each) => each.path.endsWith('.tsx') && featureOf(path) && featureOf(each.path))
      .filter((each) => featureOf(path) !== featureOf(each.path))
      .map((each) => `${path} → ${each.path}`),
  )
  expect(foreign).toEqual([])
})

test('each feature of the web joins the portal by one line, and nothing outside rpc/ names the batched read path', () => {
  const joined = readFileSync(join(root, 'src/web/app/features.ts'), 'utf8')
  const folders = readdirSync(join(root, 'src/web/features'))
  for (const name of folders) expect(joined.match(new RegExp(`/features/${name}/`, 'g'))).toHaveLength(1)
  const naming = sources.filter(({ imports }) => imports.some(({ path }) => path.includes('/rpc/batch/')))
  expect(naming.filter(({ path }) => !path.startsWith('src/server/rpc/'))).toEqual([])
})

test('nothing below app imports it, and forms, ui and session import no feature', () => {
  const below = /^src\/web\/(features|forms|ui|session)\//
  const wrong = sources.flatMap(({ path, imports }) =>
    imports
      .filter((each) => below.test(path) && each.path.startsWith('src/web/'))
      .filter(
        (each) =>
          each.path.startsWith('src/web/app/') ||
          (each.path.startsWith('src/web/features/') && !path.startsWith('src/web/features/')),
      )
      .map((each) => `${path} → ${each.path}`),
  )
  expect(wrong).toEqual([])
})

test('a type, component, exported function or constant has a name of its own', () => {
  const types = declared(
    /^(export )?(?:type|interface|class|(?:async )?function|const(?=.* = z\.)) ([A-Z]\w*)\b/gm,
  ).filter(({ name }) => name !== 'Props') // each file's own
  const twice = types.filter(({ name, path }) =>
    types.some((other) => other.name === name && other.path !== path),
  )
  expect(twice).toEqual([])

  const values = declared(/^(export )?(?:(?:async )?function\*?|const|let) ([a-z]\w*)/gm)
  const again = values.filter((one) =>
    values
      .filter(
        ({ name, path, exported }) => name === one.name && path !== one.path && (exported || one.exported),
      )
      .some((other) => ![one, other].every(isShared)),
  )
  expect(again).toEqual([])
})

/** What the sources declare by this pattern, whose groups are `export` and the name. */
function declared(pattern: RegExp): { name: string; path: string; exported: boolean }[] {
  return sources
    .filter(({ path }) => path !== 'src/server/db/schema.ts') // generated
    .flatMap(({ path }) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map(([, exported, name = '']) => ({
        name,
        path,
        exported: exported !== undefined,
      })),
    )
}

/** Whether the name may stand in several files, because it means the same there. */
function isShared({ name, path }: { name: string; path: string }): boolean {
  // A feature's manifest has the feature's name on both sides, and each side lists its manifests.
  if (/^src\/(server|web)\/features\/[^/]+\/(feature|screens)\.ts$/.test(path))
    return path.includes(`/${name}/`)
  if (['src/server/app.ts', 'src/web/app/features.ts'].includes(path)) return name === 'features'
  // Each command of the command line is a module that exports `run`.
  if (path.startsWith('src/server/cli/')) return name === 'run'
  // The rule of a verb in the domain, and the feature's function of that verb.
  return name === 'appointAdmin' && /^src\/(domain|server\/features)\/accounts\//.test(path)
}

test('every dependency is imported, the types of one that is, or a peer that one needs', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const all = Object.keys({ ...dependencies, ...devDependencies })
  const code = [
    'src',
    'test',
    'scripts',
    'bench',
    'vite.config.ts',
    'vitest.config.ts',
    'playwright.config.ts',
  ]
    .flatMap((entry) =>
      entry.endsWith('.ts')
        ? [entry]
        : readdirSync(join(root, entry), { recursive: true, encoding: 'utf8' }).map((name) =>
            join(entry, name),
          ),
    )
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && path !== 'test/structure.test.ts')
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const from =
    /(?:\bfrom|\bimport|@import|\b(?:import|require|url|bin|resolve)\()\s*['"]((?:@[^/'"]+\/)?[^/'"]+)/g
  const specifiers = new Set([...code.matchAll(from)].map(([, name]) => name))
  const imported = all.filter((name) => specifiers.has(name))
  const peers = imported.flatMap((name) =>
    Object.keys(
      JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).peerDependencies ??
        {},
    ),
  )
  const isTyping = (name: string) => name === '@types/node' || imported.includes(name.replace('@types/', ''))
  const unused = all.filter((name) => !imported.includes(name) && !peers.includes(name) && !isTyping(name))
  // Programs: README.md says when to run kysely-codegen; the scripts run node.
  expect(unused).toEqual(['node', 'kysely-codegen'])
})

describe('files', () => {
  test('names are specific: no catch-all folders or files, no barrels', () => {
    const vague = /(^|\/)(utils?|helpers?|common|lib|libs|misc|shared|index)(\.test)?(\.(ts|tsx|mjs)|\/)/
    expect(files.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([])
    const services = files
      .filter(({ path }) => /(^|\/)services\.(ts|tsx)$/.test(path))
      .map(({ path }) => path)
    expect(services).toEqual(['test/features/services.ts']) // the feature's
  })

  test('sources have at most 300 lines and half of them at most 80; tests have at most 500', () => {
    const tests = files.filter(({ path }) => path.startsWith('test/') || path.includes('.test.'))
    const written = sources.filter(({ path }) => path !== 'src/server/db/schema.ts') // generated, it grows with each table
    expect(written.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([])
    expect(tests.filter(({ lines }) => lines > 500).map(({ path }) => path)).toEqual([])
    const sorted = sources.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(80)
  })

  test('user input can’t run: no code or HTML built from text, no shell, no weak hash [V1.2.5] [V1.3.2] [V3.2.2] [V11.4.1]', () => {
    const dangerous =
      /\beval\(|new Function\(|dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|\bexec(File)?(Sync)?\('|shell: true|['"](md5|sha1)['"]|node:vm/
    const found = sources.filter(({ path }) => dangerous.test(readFileSync(join(root, path), 'utf8')))
    expect(found.map(({ path }) => path)).toEqual([])
    const programs = sources.filter(({ imports }) =>
      imports.some(({ path }) => path === 'node:child_process'),
    )
    expect(programs.map(({ path }) => path).sort()).toEqual([
      'src/server/db/embedded/account.ts',
      'src/server/db/embedded/postmaster.ts',
      'src/server/db/embedded/server.ts',
    ])
  })

  test('the portal has one log: nothing else writes to the console or creates a logger [V16.2.3]', () => {
    const server = sources.filter(({ path }) => path.startsWith('src/server/'))
    const makers = server.filter(({ imports }) =>
      imports.some(({ path, typeOnly }) => path === 'pino' && !typeOnly),
    )
    expect(makers.map(({ path }) => path)).toEqual(['src/server/ops/log.ts'])
    const others = server.filter(({ path }) => /\bconsole\./.test(readFileSync(join(root, path), 'utf8')))
    expect(others.map(({ path }) => path)).toEqual([])
  })

  test('numbers and dates do not use Intl formats, which are slow on a phone', () => {
    const asks = /\bIntl\.|\btoLocale\w*String\(/
    const found = sources
      .filter(({ path }) => !path.startsWith('src/server/'))
      .filter(({ path }) => asks.test(readFileSync(join(root, path), 'utf8')))
    expect(found.map(({ path }) => path)).toEqual(['src/domain/clocks.ts'])
  })

  test('nothing is postponed, skipped or suppressed', () => {
    const marks =
      /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(skip|only|todo)\b|@ts-(ignore|nocheck)|biome-ignore/
    const left = files
      .filter(({ path }) => path !== 'test/structure.test.ts')
      .filter(({ path }) => marks.test(readFileSync(join(root, path), 'utf8')))
    expect(left.map(({ path }) => path)).toEqual([])
  })
})
