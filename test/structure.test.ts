import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

type File = { path: string; lines: number; imports: { path: string; typeOnly: boolean }[] }

const files = ['src', 'test', 'scripts'].flatMap(read)
const sources = files.filter(({ path }) => path.startsWith('src/') && !path.includes('.test.'))

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
    'src/domain': ['src/domain', 'zod', 'dayjs', 'dayjs/plugin'],
    'src/web': ['src/domain', 'src/web'],
    'src/server': ['src/domain', 'src/server'],
  }

  test('one file imports React DOM: when it is run, it is run there', () => {
    const importers = sources.filter(({ imports }) => imports.some(({ path }) => path === 'react-dom/client'))
    expect(importers.map(({ path }) => path)).toEqual(['src/web/ui/react-root.ts'])
  })

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

  test('only these files by-pass the row rules, and only one touches the builder of procedures', () => {
    const callers = sources.filter(({ path }) => /\basSystem/.test(readFileSync(join(root, path), 'utf8')))
    expect(callers.map(({ path }) => path).sort()).toEqual([
      'src/server/accounts/accounts.api.ts', // sign-up, before there is a viewer
      'src/server/auth/session.ts', // who the viewer is
      'src/server/billing/charge-fees.ts', // a job
      'src/server/buildings/buildings.api.ts', // sign-up: which addresses are known
      'src/server/commands/admin.ts', // the command line
      'src/server/commands/check.ts',
      'src/server/commands/import.ts',
      'src/server/database/as-viewer.ts', // its definition
      'src/server/database/shared-reading.ts', // who the viewer is, in the transaction that goes on as them
      'src/server/demo/make-city.ts', // what the command line does
      'src/server/documents/sweep.ts', // a job
      'src/server/mail/send-mails.ts', // a job
      'src/server/metrics.ts', // how many mails wait
    ])
    const builders = sources.filter(({ imports }) => imports.some(({ path }) => path === '@trpc/server'))
    expect(builders.map(({ path }) => path)).toEqual(['src/server/api.ts'])
  })
})

test('there is no import cycle', () => {
  const graph = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ typeOnly }) => !typeOnly).map((each) => each.path),
    ]),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (done.has(path) || trail.includes(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  expect(cycles).toEqual([])
})

describe('files', () => {
  test('names say what is inside: no catch-all folders or files, no barrels', () => {
    const vague = /(^|\/)(utils?|helpers?|common|lib|libs|misc|shared|index)(\.test)?(\.(ts|tsx|mjs)|\/)/
    expect(files.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([])
    const services = files
      .filter(({ path }) => /(^|\/)services\.(ts|tsx)$/.test(path))
      .map(({ path }) => path)
    expect(services).toEqual([])
  })

  test('no source is above 300 lines and no test above 500; half of the sources are at most 80', () => {
    const tests = files.filter(({ path }) => path.startsWith('test/') || path.includes('.test.'))
    expect(sources.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([])
    expect(tests.filter(({ lines }) => lines > 500).map(({ path }) => path)).toEqual([])
    const sorted = sources.map(({ lines }) => lines).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(80)
  })

  test('nothing that people write can run: no code or HTML made of text, no shell, no weak hash', () => {
    const dangerous =
      /\beval\(|new Function\(|dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|\bexec(File)?(Sync)?\('|shell: true|['"](md5|sha1)['"]|node:vm/
    const found = sources.filter(({ path }) => dangerous.test(readFileSync(join(root, path), 'utf8')))
    expect(found.map(({ path }) => path)).toEqual([])
    const programs = sources.filter(({ imports }) =>
      imports.some(({ path }) => path === 'node:child_process'),
    )
    expect(programs.map(({ path }) => path).sort()).toEqual([
      'src/server/database/embedded-account.ts',
      'src/server/database/embedded-server.ts',
      'src/server/database/postmaster.ts',
    ])
  })

  test('the portal has one log: nothing else writes to the console or makes another', () => {
    const server = sources.filter(({ path }) => path.startsWith('src/server/'))
    const makers = server.filter(({ imports }) =>
      imports.some(({ path, typeOnly }) => path === 'pino' && !typeOnly),
    )
    expect(makers.map(({ path }) => path)).toEqual(['src/server/log.ts'])
    const others = server.filter(({ path }) => /\bconsole\./.test(readFileSync(join(root, path), 'utf8')))
    expect(others.map(({ path }) => path)).toEqual([])
  })

  test('numbers and days are written without the language’s own formats, which keep a slow phone waiting', () => {
    const asks = /\bIntl\.|\btoLocale\w*String\(/
    const found = sources
      .filter(({ path }) => !path.startsWith('src/server/'))
      .filter(({ path }) => asks.test(readFileSync(join(root, path), 'utf8')))
    expect(found.map(({ path }) => path)).toEqual(['src/domain/clocks.ts'])
  })

  test('nothing is left for later, skipped or silenced', () => {
    const marks =
      /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(skip|only|todo)\b|@ts-(ignore|nocheck)|biome-ignore/
    const left = files
      .filter(({ path }) => path !== 'test/structure.test.ts')
      .filter(({ path }) => marks.test(readFileSync(join(root, path), 'utf8')))
    expect(left.map(({ path }) => path)).toEqual([])
  })
})
