import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { LOOKALIKES, MARKUP, MINOR_ONLY, TEXTS } from './hostile.ts'
import { errorsIn, faultsOf, secretsIn, secretsOf } from './wrong-answers.ts'

test('each kind of wrong response of a planted server is detected', async () => {
  const app = new Hono()
  const [json, html] = [{ 'content-type': 'application/json' }, { 'content-type': 'text/html' }]
  app.use(async (context, next) => {
    await next()
    if (context.req.path !== '/bare') context.header('x-content-type-options', 'nosniff')
  })
  app.get('/right', (context) => context.text('Please sign in first.', 401))
  app.get('/fault', (context) => context.text('Sorry', 502))
  app.get('/inside', (context) => context.text(new Error('no').stack ?? '', 400))
  app.get('/sql', (context) => context.json({ message: 'relation "fees" does not exist' }, 400))
  app.get('/wall', (context) => context.json([`${MINOR_ONLY}.pdf`]))
  app.get('/markup', (context) => context.body(`<p>${MARKUP[0]}</p>`, 200, html))
  app.get('/broken', (context) => context.body('{"a":', 200, json))
  app.get('/bare', (context) => context.text('ok'))
  const found: Record<string, string[]> = {}
  for (const { path } of app.routes.filter(({ method }) => method === 'GET')) {
    const answer = await app.request(path)
    const headers = Object.fromEntries(answer.headers)
    const faults = faultsOf(
      { who: 'otto', method: 'GET' },
      { status: answer.status, headers, body: await answer.text() },
    )
    found[path.slice(1)] = faults.map((fault) => fault.split(':')[0] ?? '')
  }
  expect(found).toEqual({
    right: [],
    fault: ['a fault of ours'],
    inside: ['tells of the inside'],
    sql: ['tells of the inside'],
    wall: ['another building’s text'],
    markup: ['markup of theirs in a page'],
    broken: ['JSON that is none'],
    bare: ['no headers of the portal'],
  })
  const served = { status: 200, headers: { 'x-content-type-options': 'nosniff' }, body: '' }
  const faultsAt = (path: string, headers: Record<string, string>) =>
    faultsOf({ who: 'otto', method: 'GET', path, headers }, served)
  expect(faultsAt('/metrics', { host: 'evil.example' })).toEqual(['serves a foreign host'])
  expect(faultsAt('/api/trpc/services.list', { origin: 'null' })).toEqual(['serves another site'])
  expect([faultsAt('/readyz', { host: 'evil.example' }), faultsAt('/', { origin: 'null' })]).toEqual([[], []])
  // No text of the corpus looks like an internal detail, so it may come back to its author.
  const plain = { 'x-content-type-options': 'nosniff' }
  for (const body of [...TEXTS, ...LOOKALIKES])
    expect(faultsOf({ who: 'otto', method: 'GET' }, { status: 200, headers: plain, body })).toEqual([])
  // Also when the last line is incomplete.
  expect(errorsIn('ready\n{"level":30}\n{"level":50,"msg":"a call failed"}\n{"lev')).toHaveLength(1)
})

test('a secret is found in plain text, URL-encoded and in JSON', () => {
  const secret = 'a "secret"/with=signs'
  for (const text of [secret, `/?input=${encodeURIComponent(secret)}`, JSON.stringify({ secret })])
    expect(secretsIn(`before ${text} after`, [secret, 'another'])).toEqual([secret])
  const headers = {
    'set-cookie': ['stoop.session_token=one.two%3D; Path=/', 'stoop.session_token=; Max-Age=0'],
  }
  expect(secretsOf({ headers, body: '{"url":"/files/eyJhbG.ciOi-J_"}' })).toEqual([
    'one.two%3D',
    'eyJhbG.ciOi-J_',
  ])
})
