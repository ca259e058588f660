import { z } from 'zod'
import { asViewer } from '../db/as-viewer.ts'
import { databaseTime } from '../db/clock.ts'
import type { Tx } from '../db/pool.ts'
import type { Portal } from '../rpc/context.ts'
import { signToken, verifyToken } from '../session/tokens.ts'

/** How long a signed link works. [7.storage.2] [9.document.1] */
const LIFETIME_SECONDS = 60
const ANY_TIME = new Date(0)

/** All that the download route needs to send one file, without a session. */
const LinkedFile = z.object({
  /** The attachment's name. */
  kind: z.string(),
  key: z.string(),
  /** The name that the file is shown and saved under. */
  name: z.string(),
})
export type LinkedFile = z.infer<typeof LinkedFile>

const Claims = LinkedFile.extend({ exp: z.number() }).transform(({ exp, ...file }) => file)

type Signer = Pick<Portal, 'config'>

/** A path of this portal that sends the file to anyone for the next 60 seconds. [2.building.6] */
export async function linkTo({ config }: Signer, tx: Tx, { kind, key, name }: LinkedFile): Promise<string> {
  const expires = new Date((await databaseTime(tx)).getTime() + LIFETIME_SECONDS * 1000)
  return `/files/${await signToken('file link', config.secret, { kind, key, name }, expires)}`
}

/** The file of a link; null if the link is forged or over. */
export async function openLink({ config, db }: Signer & Pick<Portal, 'db'>, token: string) {
  const open = (now?: Date) => verifyToken('file link', config.secret, token, Claims, now)
  // A forged link needs no database.
  if (!(await open(ANY_TIME))) return null
  return open(await asViewer(db, null, databaseTime))
}
