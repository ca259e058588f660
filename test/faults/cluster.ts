import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, Db } from '../../src/server/db/pool.ts'
import { createTestDatabase, databaseUrl } from '../database.ts'
import { startMailServer, until } from '../mail-server.ts'
import { freePort, type PortalProcess, root, startPortal, untilServing } from '../portal-process.ts'
import { startStorage } from '../storages.ts'
import { type Kind, startBalancer } from './balancer.ts'
import { startPooler } from './pooler.ts'
import { shiftedClock } from './shifted-clock.ts'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export type Setting = {
  servers: number
  balancer: Kind
  pooled: boolean
  /** Mails are files in one folder for all servers, where journeys look for them. */
  mailFiles?: boolean
  /** By how many minutes each server's clock is wrong. */
  minutes?: number[]
}

/** Several server processes behind a load balancer, on one database, one bucket and one mail server. */
export async function startCluster({ servers, balancer: kind, pooled, mailFiles, minutes = [] }: Setting) {
  const folder = mkdtempSync(join(tmpdir(), 'stoop-cluster-'))
  chmodSync(folder, 0o755)
  const connection = await createTestDatabase('cluster')
  const pooler = pooled ? await startPooler(connection, folder) : undefined
  const storage = await startStorage('a bucket')
  const mailPort = await freePort()
  const mail = await startMailServer(mailPort)
  const port = await freePort()
  const direct = databaseUrl(connection)
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
  const env = {
    ...(pooler
      ? { DATABASE_URL: pooler.url(connection.database), DATABASE_DIRECT_URL: direct }
      : { DATABASE_URL: direct }),
    SECRET: 'the same secret on each of the servers',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    FILES_URL: storage.filesUrl,
    ...(mailFiles ? {} : { SMTP_URL: `smtp://127.0.0.1:${mailPort}` }),
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  }
  const start = async (index: number): Promise<PortalProcess> => {
    const [port = 0, checkout] = [ports[index], join(folder, `version-${index}`)]
    const dataDir = join(folder, mailFiles ? 'data' : `portal-${index}`)
    const options = minutes[index] ? shiftedClock(minutes[index]) : ''
    const portal = startPortal({ dataDir, port, checkout, env: { ...env, NODE_OPTIONS: options } })
    await untilServing(portal, port)
    return portal
  }
  const ports = await Promise.all(Array.from({ length: servers }, freePort))
  for (const index of ports.keys()) makeVersion(folder, index)
  const portals = await Promise.all(ports.map((_, index) => start(index)))
  const balancer = await startBalancer(kind, { ports, port, folder })
  const pool = createPool(connection)

  return {
    /** The balancer's address. */
    origin: env.PUBLIC_URL,
    /** The address of each server. */
    origins: ports.map((each) => `http://127.0.0.1:${each}`),
    answered: balancer.answered,
    received: mail.received,
    filesUrl: storage.filesUrl,
    /** For journeys that write to the database, run commands and read mails. */
    journeys: {
      JOURNEY_ORIGIN: env.PUBLIC_URL,
      JOURNEY_DATA: join(folder, 'data'),
      JOURNEY_DATABASE_URL: direct,
      JOURNEY_SECRET: env.SECRET,
    },
    pool,
    db: new Db(pool),
    async kill(index: number): Promise<void> {
      portals[index]?.child.kill('SIGKILL')
      await portals[index]?.ended
    },
    async startAgain(index: number): Promise<void> {
      portals[index] = await start(index)
    },
    /** A rolling restart, as for a new version. */
    async startAllAgain(): Promise<void> {
      for (const index of ports.keys()) {
        portals[index]?.child.kill('SIGTERM')
        await portals[index]?.ended
        portals[index] = await start(index)
        await until(balancer.allServe)
      }
    },
    async close(): Promise<void> {
      for (const { child } of portals) child.kill('SIGINT')
      const codes = await Promise.all(portals.map(({ ended }) => ended))
      await Promise.all([balancer.close(), pool.end(), mail.close(), storage.close()])
      await pooler?.close()
      rmSync(folder, { recursive: true, force: true })
      if (codes.some((code) => code !== 0)) throw new Error(`The portals ended with ${codes.join(', ')}`)
    },
  }
}

/** The section that only this server's version has. */
export const partOf = (index: number) => `assets/only-${index}.js`

/** The portal with one more section on a screen. */
function makeVersion(folder: string, index: number): void {
  const version = join(folder, `version-${index}`)
  mkdirSync(join(version, 'dist/web/assets'), { recursive: true })
  for (const place of ['.', 'dist', 'dist/web', 'dist/web/assets'])
    for (const name of readdirSync(join(root, place)))
      if (!existsSync(join(version, place, name)))
        symlinkSync(join(root, place, name), join(version, place, name))
  writeFileSync(join(version, 'dist/web', partOf(index)), 'export {}')
}
