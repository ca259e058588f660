import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { JOSEError } from 'jose/errors'
import { z } from 'zod'
import type { Portal } from '../context.ts'

/** Section 9, signed document link lifetime. */
const LIFETIME_SECONDS = 60
const ALGORITHM = 'HS256'

/** All that is needed to serve one file: the link opens this one and nothing else, without a session. */
const LinkedFile = z.object({
  file_path: z.string(),
  file_name: z.string(),
  document_type: z.string(),
})
export type LinkedFile = z.infer<typeof LinkedFile>

type Signer = Pick<Portal, 'config' | 'now'>

/** A key of its own, so that nothing else that the secret signs is ever taken for a link. */
function linkKey({ config }: Signer): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', config.secret, '', 'stoop document link', 32))
}

function seconds(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

/** A path of this portal that shows the file for the next 60 seconds. */
export async function linkTo(portal: Signer, file: LinkedFile): Promise<string> {
  const expires = seconds(portal.now()) + LIFETIME_SECONDS
  const { file_path, file_name, document_type } = file
  const token = await new SignJWT({ file_path, file_name, document_type })
    .setProtectedHeader({ alg: ALGORITHM })
    .setExpirationTime(expires)
    .sign(linkKey(portal))
  return `/files/${token}`
}

/** The file that a link is for; null when the link is altered or over. */
export async function openLink(portal: Signer, token: string): Promise<LinkedFile | null> {
  try {
    const { payload } = await jwtVerify(token, linkKey(portal), {
      algorithms: [ALGORITHM],
      requiredClaims: ['exp'],
      currentDate: portal.now(),
    })
    return LinkedFile.parse(payload)
  } catch (error) {
    if (error instanceof JOSEError) return null
    throw error
  }
}
