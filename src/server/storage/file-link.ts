import { z } from 'zod'
import type { Portal } from '../rpc/context.ts'
import { signToken, verifyToken } from '../session/tokens.ts'

/** How long a signed link works. [7.storage.2] [9.document.1] */
const LIFETIME_SECONDS = 60

/** All that the download route needs to send one file, without a session. */
const LinkedFile = z.object({
  /** The attachment's name. */
  kind: z.string(),
  key: z.string(),
  /** The name that the file is shown and saved under. */
  name: z.string(),
})
type LinkedFile = z.infer<typeof LinkedFile>

const Claims = LinkedFile.extend({ exp: z.number() }).transform(({ exp, ...file }) => file)

type Signer = Pick<Portal, 'config' | 'now'>

/** A path of this portal that sends the file to anyone for the next 60 seconds. [2.building.6] */
export async function linkTo({ config, now }: Signer, { kind, key, name }: LinkedFile): Promise<string> {
  const expires = new Date(now().getTime() + LIFETIME_SECONDS * 1000)
  return `/files/${await signToken('file link', config.secret, { kind, key, name }, expires)}`
}

/** The file of a link; null if the link is forged or over. */
export function openLink({ config, now }: Signer, token: string): Promise<LinkedFile | null> {
  return verifyToken('file link', config.secret, token, Claims, now())
}
