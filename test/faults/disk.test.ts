import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { expectMounted, mountDisk } from '../disk.ts'
import { createClient } from '../http-client.ts'
import {
  freePort,
  killStarted,
  type PortalProcess,
  startPortal,
  untilServing,
  workersOf,
} from '../portal-process.ts'
import { chances, FULL, report, SEED, size } from './drill.ts'
import { type Action, KINDS, named, openStreet } from './kill-actions.ts'
import { judge, NOTHING_WRONG } from './kill-ledger.ts'

const ROUNDS = size(2, 10)
/** The number of attempts of each kind of work on a full disk. */
const TRIES = size(1, 5)
/** More log lines than fit into the rest of the current disk block. */
const LINES = 50
/** In bytes; less than any uploaded file has. */
const FILE_LIMIT = 256

/** Of the disk whose reserve uploads leave alone: what it has, and what the rest of the disk leaves of that, in MB. */
const RESERVE = 64
const SPARE = 48

const disk = mountDisk(160)
const roomy = mountDisk(240)
const folder = mkdtempSync(join(tmpdir(), 'stoop-disk-'))
chmodSync(folder, 0o711)
const onDisk = join(disk?.path ?? folder, 'data')
const onRoomy = join(roomy?.path ?? folder, 'data')
const inFolder = join(folder, 'data')
afterAll(() => {
  killStarted([onDisk, onRoomy, inFolder])
  disk?.unmount()
  roomy?.unmount()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs statements in the database of the disk, as long as it answers: a full disk may have ended it already. */
async function tellDatabase(...statements: string[]): Promise<void> {
  const client = new pg.Client({ host: join(onDisk, 'postgres'), user: 'stoop', database: 'postgres' })
  client.on('error', () => undefined)
  const isConnected = await client.connect().then(
    () => true,
    () => false,
  )
  if (!isConnected) return
  for (const statement of statements) await client.query(statement).catch(() => undefined)
  await client.end().catch(() => undefined)
}

const NEXT_SEGMENT = `select pg_logical_emit_message(false, '', ''), pg_switch_wal()`

/** Uses up the free space in PostgreSQL's journal, so that it needs more of the disk. */
const fillJournal = () => tellDatabase(NEXT_SEGMENT, NEXT_SEGMENT, NEXT_SEGMENT)

/** Gives PostgreSQL's journal room for what one round writes. */
const emptyJournal = () => tellDatabase(NEXT_SEGMENT, `select pg_logical_emit_message(true, '', '')`)

/** A portal with its log beside its data, people who work there, and the results of their work. */
async function openWork(dataDir: string, DISK_RESERVE = '0') {
  const log = join(dataDir, '..', 'portal.log')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const portal = startPortal({
    dataDir,
    port,
    log: openSync(log, 'a'),
    env: { LOG_LEVEL: 'info', DISK_RESERVE },
  })
  await untilServing(portal, port)
  const street = await openStreet(origin, chances())

  const told = { runs: ROUNDS, lost: 0, doubled: 0, slowest_ms: 0 }
  const acknowledged: Action[] = []
  const refused: Action[] = []
  /** Unanswered because the database had ended; or the account may exist without a session. */
  const uncertain: Action[] = []
  const answers: Record<string, number> = {}
  let unwritten = 0

  const work = async (rounds: number, unanswered = refused) => {
    for (const kind of Array(rounds).fill(KINDS).flat()) {
      const action = street.next(kind)
      const answer = String(await action.send())
      answers[answer] = (answers[answer] ?? 0) + 1
      if (answer === 'ok') acknowledged.push(action)
      else (kind === 'sign-up' ? uncertain : unanswered).push(action)
    }
  }
  const look = async () => {
    const maybe = [...refused, ...uncertain]
    const { open, timesOf, lost, doubled, wrong } = await judge(dataDir, { acknowledged, maybe })
    told.lost += lost
    told.doubled += doubled
    const half = named(refused.filter((action) => timesOf(action) > 0))
    expect({ ...wrong, half }).toEqual({ ...NOTHING_WRONG, half: [] })
    street.setQuotes(open, new Set(maybe.map(({ subject }) => subject)))
  }
  /** Once there is room, people retry everything that was refused, except uploads. */
  const workAgain = async () => {
    for (const action of [...refused, ...uncertain].filter(({ kind }) => kind !== 'upload')) {
      expect(['ok', action.doneAlready]).toContain(await action.send())
      acknowledged.push(action)
    }
    uncertain.length = 0
    refused.splice(0, refused.length, ...refused.filter(({ kind }) => kind === 'upload'))
  }
  return {
    ...{ portal, port, origin, told, answers, acknowledged, uncertain, work },
    /** Everything works before the fault. */
    async begin() {
      await work(1)
      await look()
      await work(1)
      expect(answers).toEqual({ ok: 2 * KINDS.length })
    },
    /** Requests that must appear in the log, now or once it can be written. */
    async fillLog() {
      for (let line = 0; line < LINES; line += 1)
        expect((await fetch(`${origin}/api/nothing`)).status).toBe(404)
      unwritten += LINES
    },
    /** Everything works again, and the log continues. Returns its entries. */
    async recover(round: number) {
      const from = performance.now()
      await untilServing(portal, port)
      told.slowest_ms = Math.max(told.slowest_ms, performance.now() - from)
      await look()
      await workAgain()
      const before = acknowledged.length
      await work(1)
      expect(acknowledged.length - before).toBe(KINDS.length)
      const account = `nobody${round}@example.com`
      const client = createClient(origin)
      await client.accounts.signIn.mutate({ email: account, password: 'not right' }).catch(() => undefined)
      const read = () => {
        const lines = readFileSync(log, 'utf8').split('\n')
        return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
      }
      // The primary writes a worker's line after the response.
      await expect.poll(read, { timeout: 5000 }).toContainEqual(expect.objectContaining({ account }))
      const entries = read()
      // Lines without room were written once there was some.
      const kept = entries.filter(({ path, status }) => path === '/api/nothing' && status === 404)
      expect(kept).toHaveLength(unwritten)
      return entries
    },
    async end(drill: string) {
      report({ drill, ...told, acknowledged: acknowledged.length })
      portal.child.kill('SIGTERM')
      expect(await portal.ended).toBe(0)
    },
  }
}

expectMounted(disk, roomy)

if (disk) {
  test(`a full disk under files, database and log: clear errors, nothing incomplete, and the portal recovers (FAULTS_SEED=${SEED}) [V16.5.2]`, {
    timeout: size(120_000, 900_000),
  }, async () => {
    const { origin, answers, uncertain, work, ...drill } = await openWork(onDisk)
    await drill.begin()
    for (let round = 0; round < ROUNDS; round += 1) {
      const inJournal = round % 2 === 1
      if (!inJournal) await emptyJournal()
      disk.fill()
      await drill.fillLog()
      await work(TRIES)
      if (inJournal) {
        await fillJournal()
        await work(1, uncertain)
      }
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      if (!inJournal) await createClient(origin).services.catalog.query()
      disk.free()
      await drill.recover(round)
    }
    expect(Object.keys(answers).sort()).toEqual(['busy', 'no_space', 'ok'])
    await drill.end('a full disk')
  })
}

if (roomy) {
  test(`uploads end before the disk is full: sign-ups and other changes go on in the reserve (FAULTS_SEED=${SEED})`, {
    timeout: size(120_000, 900_000),
  }, async () => {
    const { answers, work, ...drill } = await openWork(onRoomy, `${RESERVE} MB`)
    await drill.begin()
    for (let round = 0; round < ROUNDS; round += 1) {
      roomy.fill(SPARE)
      const { ok = 0 } = answers
      await work(TRIES)
      // Each kind of work is done but uploads.
      expect(answers.ok).toBe(ok + TRIES * (KINDS.length - 1))
      roomy.free()
      await drill.recover(round)
      expect(readdirSync(join(onRoomy, 'uploads'))).toEqual([])
    }
    expect(answers).toEqual({ ok: expect.any(Number), no_space: ROUNDS * TRIES })
    await drill.end('a disk with only the reserve left')
  })
}

/** Limits the size of every file that the portal writes, as any user may limit their own processes. */
function limitFiles({ child: { pid = 0 } }: PortalProcess, bytes: number | 'unlimited'): void {
  for (const each of [pid, ...workersOf(pid)]) {
    const limit = ['--pid', String(each), `--fsize=${bytes}:`]
    expect(spawnSync('prlimit', limit, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  }
}

// The closest to a disk that accepts no data, where none can be mounted.
if (!disk || FULL) {
  test(`no file and no log can be written: uploads are refused, nothing is incomplete, and the portal recovers (FAULTS_SEED=${SEED})`, {
    timeout: size(120_000, 900_000),
  }, async () => {
    const { portal, answers, acknowledged, work, ...drill } = await openWork(inFolder)
    const files = join(inFolder, 'files')
    await drill.begin()
    for (let round = 0; round < ROUNDS; round += 1) {
      const isLimited = round % 2 === 0
      if (isLimited) limitFiles(portal, FILE_LIMIT)
      else {
        // Not even root can write into a folder that is a file.
        renameSync(files, `${files}.away`)
        writeFileSync(files, '')
      }
      await drill.fillLog()
      await work(TRIES)
      if (isLimited) limitFiles(portal, 'unlimited')
      else {
        rmSync(files)
        renameSync(`${files}.away`, files)
      }
      const entries = await drill.recover(round)
      const reasons = entries.flatMap(({ level, err }) => (level >= 50 ? [err.code] : []))
      expect(new Set(reasons)).toEqual(new Set(isLimited && round === 0 ? ['EFBIG'] : ['EFBIG', 'ENOTDIR']))
      expect(readdirSync(join(inFolder, 'uploads'))).toEqual([])
      const kept = readdirSync(files, { recursive: true, withFileTypes: true }).filter((each) =>
        each.isFile(),
      )
      expect(kept).toHaveLength(acknowledged.filter(({ kind }) => kind === 'upload').length)
    }
    // Only the uploads needed a file: the client gets a clear error, and the log has the reason.
    expect(answers).toEqual({ ok: expect.any(Number), 500: ROUNDS * TRIES })
    await drill.end('files that can’t be written')
  })
}
