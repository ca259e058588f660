import { expect, onTestFinished, test } from 'vitest'
import { createWorldDatabase, databaseUrl } from '../../../test/database.ts'
import { openStream, untilEnd } from '../../../test/event-stream.ts'
import { cookieHeader, createClient } from '../../../test/http-client.ts'
import { freePort, killStarted, startPortal, untilServing } from '../../../test/portal-process.ts'
import { slowness } from '../../../test/slowness.ts'
import { openWorld, PASSWORD } from '../../../test/world.ts'

async function signedIn(origin: string, name: string): Promise<Headers> {
  const jar = new Map<string, string>()
  await createClient(origin, jar).accounts.signIn.mutate({ email: `${name}@example.com`, password: PASSWORD })
  return new Headers({ cookie: cookieHeader(jar) })
}

test('a server that stops ends its streams immediately, and exits', async () => {
  const connection = await createWorldDatabase('stop')
  const world = await openWorld(connection)
  onTestFinished(async () => {
    killStarted([])
    await world.close()
  })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { DATABASE_URL: databaseUrl(connection), SECRET: world.portal.config.secret }
  const portal = startPortal({ dataDir: '', port, env })
  await untilServing(portal, port)
  const streams = []
  for (const name of ['maya', 'curb']) streams.push(await openStream(origin, await signedIn(origin, name)))
  const slow = slowness()
  const from = performance.now()
  portal.child.kill('SIGINT')
  for (const stream of streams) await untilEnd(stream)
  expect(await portal.ended).toBe(0)
  // Long before the connections that browsers keep would end by themselves.
  expect(performance.now() - from).toBeLessThan(3000 * slow)
})
