import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { programOf, startProgram } from './programs.ts'
import { sampleOf } from './samples.ts'

export type Balancer = {
  /** The number of requests to each server. */
  answered(): Promise<number[]>
  /** Whether it balances single requests. */
  allServe(): Promise<boolean>
  close(): Promise<void>
}

/** 'turns' is our own balancer, where no real one is installed. */
export type Kind = 'haproxy' | 'nginx' | 'turns'
const kinds = { haproxy: startHaproxy, nginx: startNginx, turns: startTurns }

type Listen = { ports: number[]; port: number; folder: string }

export function startBalancer(kind: Kind, listen: Listen): Promise<Balancer> {
  return kinds[kind](listen)
}

async function startHaproxy({ ports, port, folder }: Listen): Promise<Balancer> {
  const socket = join(folder, 'haproxy.sock')
  const servers = (tracked: boolean) =>
    ports
      .map((each, index) => [`portal${index + 1}`, each] as const)
      .map(([name, each]) => `  server ${name} 127.0.0.1:${each}${tracked ? ` track servers/${name}` : ''}\n`)
  const config = sampleOf('haproxy.cfg')
    .replace('global\n', `global\n  stats socket ${socket}\n`)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    // Plain HTTP: the drills are about several servers.
    .replace(/^ {2}(bind :443|http-request redirect) .*\n/gm, '')
    .replace(/( {2}server .*\n)+/g, (lines) => servers(lines.includes(' track ')).join(''))
  const started = await startProgram({
    program: programOf('haproxy'),
    args: ['-db', '-f'],
    path: join(folder, 'haproxy.cfg'),
    config,
    port,
  })
  const column = async (title: string): Promise<string[]> => {
    const [head = [], ...rows] = (await ask(socket, 'show stat\n'))
      .slice(2)
      .split('\n')
      .map((line) => line.split(','))
    const [proxy = 0, server = 0, wanted = 0] = ['pxname', 'svname', title].map((each) => head.indexOf(each))
    const ours = rows.filter((row) => row[proxy] === 'servers' && row[server] !== 'BACKEND')
    return ours.map((row) => row[wanted] ?? '')
  }
  return {
    answered: async () => (await column('stot')).map(Number),
    allServe: async () => (await column('status')).every((status) => status === 'UP'),
    close: started.stop,
  }
}

async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  await once(connection, 'connect')
  connection.end(command)
  return text(connection)
}

async function startNginx({ ports, port, folder }: Listen): Promise<Balancer> {
  const log = join(folder, 'nginx.log')
  const server = (each: number) => `  server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`
  const site = sampleOf('nginx.conf')
    // Plain HTTP: the drills are about several servers.
    .replace(/^server \{\n {2}listen 80;[^}]+\}\n/m, '')
    .replace(/^ {2}(listen \[|ssl_).*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace(/ {2}server 127.*\n/, `${ports.map(server).join('\n')}\n`)
  const config = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}
http { client_body_temp_path ${folder}; log_format to '$upstream_addr'; access_log ${log} to;\n${site}}`
  const path = join(folder, 'nginx.conf')
  const started = await startProgram({ program: programOf('nginx'), args: ['-c'], path, config, port })
  return {
    async answered() {
      const lines = readFileSync(log, 'utf8').split('\n')
      return ports.map((each) => lines.filter((line) => line.endsWith(`:${each}`)).length)
    },
    allServe: async () => true,
    close: started.stop,
  }
}

/** Round robin; skips servers that refuse connections. */
async function startTurns({ ports, port }: Listen): Promise<Balancer> {
  const answered = ports.map(() => 0)
  let turn = 0
  const server = createServer((asked, answer) => {
    const first = turn++
    const forward = (tries: number) => {
      const index = (first + tries) % ports.length
      const forwarded = [asked.headers['x-forwarded-for'] ?? [], asked.socket.remoteAddress].flat()
      const headers = { ...asked.headers, 'x-forwarded-for': forwarded.join(', ') }
      const to = { host: '127.0.0.1', port: ports[index], method: asked.method, path: asked.url, headers }
      const sending = request({ ...to, agent: false }, (response) => {
        const isElsewhere = response.statusCode === 404 && asked.url?.startsWith('/assets/')
        if (isElsewhere && tries > 1) {
          response.resume()
          return forward(tries - 1)
        }
        answered[index] = (answered[index] ?? 0) + 1
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
        response.once('error', () => answer.destroy())
      })
      sending.once('error', (error) => {
        if ('code' in error && error.code === 'ECONNREFUSED' && tries > 1) forward(tries - 1)
        else if (answer.headersSent) answer.destroy()
        else answer.writeHead(502).end()
      })
      // The body is not read before a server is connected, so the next one gets all of it.
      sending.once('socket', (socket) => socket.once('connect', () => asked.pipe(sending)))
      answer.once('close', () => sending.destroy())
    }
    forward(ports.length)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    answered: async () => [...answered],
    allServe: async () => true,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
