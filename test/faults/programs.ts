import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** The path of an installed program. scripts/machines.mjs installs those of these drills where it can. */
export function programOf(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((each) => existsSync(each))
}

type Start = {
  program: string | undefined
  /** The arguments before the path of its configuration. */
  args: string[]
  path: string
  config: string
  /** The port on which it listens. */
  port: number
  uid?: number | undefined
  env?: NodeJS.ProcessEnv
}

/** Runs it in the foreground. Resolves once it listens. */
export async function startProgram({ program, args, path, config, port, uid, env = process.env }: Start) {
  if (!program) throw new Error(`The program that reads ${path} is not installed`)
  writeFileSync(path, config)
  const child = spawn(program, [...args, path], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  // In case the drill fails.
  process.once('exit', () => child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(-4000)
    })
  }
  const ended = once(child, 'close')
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const answered = await once(socket, 'connect').catch(() => null)
  socket.destroy()
  return answered !== null
}
