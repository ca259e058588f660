import { spawnSync } from 'node:child_process'
import { on, once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request as plainHttp, type Server } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import { connect as connectFrom } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEEP_ALIVE } from '../../src/server/ops/http-server.ts'
import { until } from '../mail-server.ts'
import { freePort } from '../portal-process.ts'
import { FULL } from './drill.ts'
import { programOf, startProgram } from './programs.ts'
import { sampleOf } from './samples.ts'

const NAME = 'portal.example.com'
const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'stoop-proxies-'))
// nginx's workers run as another user.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

type Place = { port: number; plain: number; upstreams: number[] }

const addresses = (upstreams: number[]) => upstreams.map((each) => `127.0.0.1:${each}`)

const startCaddy = (place: Place) => runCaddy(place, sampleOf('Caddyfile'))

/** As the file says for several servers. One of them drains. */
const startCaddyForSeveral = ({ upstreams, ...place }: Place) =>
  runCaddy(
    { ...place, upstreams: [...upstreams, portOf(draining)] },
    sampleOf('Caddyfile').replace(/# (health_)/g, '$1'),
  )

function runCaddy({ port, plain, upstreams }: Place, sample: string) {
  const site = sample.replace('127.0.0.1:3000', addresses(upstreams).join(' '))
  // Its own certificate authority, and ports of this test.
  const config = `{
    admin off
    local_certs
    skip_install_trust
    storage file_system ${folder}
    https_port ${port}
    http_port ${plain}
  }
  ${site}`
  const args = ['run', '--adapter', 'caddyfile', '--config']
  return startProgram({ program: programOf('caddy'), args, path: join(folder, 'Caddyfile'), config, port })
}

function startNginx({ port, plain, upstreams }: Place) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = `req -x509 -newkey rsa:2048 -nodes -subj /CN=${NAME} -keyout ${key} -out ${certificate}`
  spawnSync('openssl', request.split(' '))
  const site = sampleOf('nginx.conf')
    .replace(/^ {2}listen \[.*\n/gm, '')
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/(ssl_certificate_key) .*;/, `$1 ${key};`)
    .replace(/(ssl_certificate) .*;/, `$1 ${certificate};`)
    .replace(/ {2}server 127.0.0.1:3000(.*\n)/, (_, options) =>
      addresses(upstreams)
        .map((each) => `  server ${each}${options}`)
        .join(''),
    )
  const config = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}
http { client_body_temp_path ${folder}; access_log off;\n${site}}`
  return startProgram({
    program: programOf('nginx'),
    args: ['-c'],
    path: join(folder, 'nginx.conf'),
    config,
    port,
  })
}

/** Answers with what it got; /stream never ends. */
const upstream = createServer(async (request, response) => {
  if (request.url === '/readyz') {
    response.end()
    return
  }
  if (request.url === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write('event: connected\n\n')
    return
  }
  const body = await text(request).catch(() => '')
  const { host, 'x-forwarded-for': forwarded } = request.headers
  response.end(JSON.stringify({ host, forwarded, bytes: body.length }))
})

/** Serves still, and is about to stop. */
const draining = createServer((_, response) => {
  response.statusCode = 503
  response.end()
})
const servers = [upstream, draining]

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** The next request for this path; health checks come in between. */
async function arrivalOf(path: string): Promise<IncomingMessage> {
  for await (const [request] of on(upstream, 'request')) if (request.url === path) return request
  throw new Error('The upstream has closed')
}

async function open(port: number): Promise<ClientHttp2Session> {
  const socket = connectTls({
    socket: connectFrom({ port, host: '127.0.0.1', localAddress: '127.0.0.7' }),
    servername: NAME,
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  })
  await once(socket, 'secureConnect')
  expect(socket.alpnProtocol).toBe('h2')
  const session = connect(`https://${NAME}`, { createConnection: () => socket })
  session.on('error', () => undefined)
  return session
}

async function send(session: ClientHttp2Session, bytes: number) {
  const request = session.request({
    ':method': 'POST',
    ':path': '/api/documents',
    ':authority': NAME,
    'content-length': bytes,
    'x-forwarded-for': '203.0.113.9',
  })
  request.on('error', () => undefined)
  request.end(Buffer.alloc(bytes, 'x'))
  const [headers] = await once(request, 'response')
  return {
    status: headers[':status'],
    body: headers[':status'] === 200 ? JSON.parse(await text(request)) : null,
  }
}

const proxies = [
  { name: 'caddy', startProxy: startCaddy },
  { name: 'caddy', several: true, startProxy: startCaddyForSeveral },
  { name: 'nginx', several: true, startProxy: startNginx },
]
// haproxy's example balances the drills of several servers.
test('each proxy of deploy/ is tried', () => {
  const examples = readdirSync('deploy').filter((name) =>
    /proxy_pass|reverse_proxy|^backend /m.test(sampleOf(name)),
  )
  expect(examples).toEqual(['Caddyfile', 'haproxy.cfg', 'nginx.conf'])
})

// nginx opens a connection for each request unless it is told otherwise, and haproxy is told to.
test('Caddy closes an idle connection before the portal does', () => {
  const [, seconds] = sampleOf('Caddyfile').match(/keepalive (\d+)s/) ?? []
  expect(Number(seconds) * 1000).toBeLessThan(KEEP_ALIVE - 10_000)
})

const installed = proxies.filter(({ name }) => FULL || programOf(name))

for (const { name, several, startProxy } of installed) {
  describe(`deploy/ for ${name}${several ? ' with several servers' : ''}`, () => {
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let session: ClientHttp2Session
    let plain = 0

    beforeAll(async () => {
      for (const server of servers)
        if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
      const port = await freePort()
      plain = await freePort()
      // Of several servers, one is down.
      const upstreams = [...(several ? [await freePort()] : []), portOf(upstream)]
      proxy = await startProxy({ port, plain, upstreams })
      // Caddy makes its certificate after it listens.
      await until(() =>
        open(port).then(
          (first) => first.destroy() === undefined,
          () => false,
        ),
      )
      session = await open(port)
    })
    afterAll(async () => {
      session?.destroy()
      await proxy?.stop()
      upstream.closeAllConnections()
    })

    test('redirects http to https, speaks HTTP/2, keeps Host and appends the client’s address', async () => {
      const headers = { host: NAME }
      const { status, location } = await plainRequest(plain, headers)
      expect([301, 308]).toContain(status)
      expect(location).toBe(`https://${NAME}/signup`)
      const { body } = await send(session, 10)
      expect(body).toMatchObject({ host: NAME, bytes: 10 })
      // The portal takes the last address that is not a proxy's, so a forged one doesn't count.
      expect(body.forwarded).toMatch(/^(203\.0\.113\.9, )?127\.0\.0\.7$/)
    })

    if (several)
      test('passes over a server that is down or draining', async () => {
        const statuses = async () => {
          const found = new Set()
          for (let count = 0; count < 8; count += 1) found.add((await send(session, 10)).status)
          return [...found]
        }
        // Its health check may not have come yet.
        await expect.poll(statuses).toEqual([200])
      })

    if (!several)
      test('lets a page wait for the only server while it restarts', async () => {
        const port = portOf(upstream)
        const closed = once(upstream, 'close')
        upstream.close().closeAllConnections()
        await closed
        const request = session.request({ ':path': '/', ':authority': NAME })
        const answered = once(request.resume(), 'response')
        await setTimeout(500)
        upstream.listen(port, '127.0.0.1')
        const [headers] = await answered
        expect(headers[':status']).toBe(200)
      })

    test('passes the largest document', async () => {
      expect((await send(session, 10 * MB + 4096)).body).toMatchObject({ bytes: 10 * MB + 4096 })
    })

    test('sends live updates at once, and ends them when the browser leaves', async () => {
      const arriving = arrivalOf('/stream')
      const stream = session.request({ ':path': '/stream' })
      stream.on('error', () => undefined)
      const [chunk] = await once(stream.setEncoding('utf8'), 'data')
      expect(chunk).toBe('event: connected\n\n')
      const left = once((await arriving).socket, 'close')
      session.destroy()
      await left
    })
  })
}

/** fetch can't set Host. */
async function plainRequest(port: number, headers: { host: string }) {
  const asking = plainHttp({ port, host: '127.0.0.1', path: '/signup', headers }).end()
  const [response] = await once(asking, 'response')
  response.resume()
  return { status: response.statusCode, location: response.headers.location }
}
