import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { createStore, get, set } from 'idb-keyval'
import { BALLOT_PATH, choiceText, TOKEN_BYTES } from '../../../domain/votes/receipt.ts'
import { client } from '../../api.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'

// The browser's part of a secret ballot: docs/voting-secrecy.md. What a person chose is kept nowhere.

/** What this browser keeps of a unit's ballot: before it is signed, too, so that a closed browser loses no vote. */
type KeptBallot = {
  token: string
  blinded: string
  inv: string
  signature: string | null
  /** Whether it arrived in the box. */
  is_cast: boolean
}

/** Apart from what is forgotten at signing out: without its token a ballot can't be changed or checked. */
const store = createStore('stoop-votes', 'receipts')
const keyOf = (vote: string, unit: string) => `${vote} ${unit}`
const suite = RSABSSA.SHA384.PSS.Deterministic()

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** What this browser keeps of a unit's ballot; null without one, and where nothing can be kept. */
export async function keptBallot(
  vote: string,
  unit: string,
): Promise<Pick<KeptBallot, 'token' | 'is_cast'> | null> {
  return (await get<KeptBallot>(keyOf(vote, unit), store).catch(() => undefined)) ?? null
}

type Signed = { vote: { id: string; version: number; public_key: string | null }; unit: string }

/** Casts or changes the secret ballot of a unit; `bits` is its choice. */
export async function castSecretBallot({ vote, unit }: Signed, bits: number): Promise<void> {
  const key = await crypto.subtle.importKey(
    'spki',
    toBytes(vote.public_key ?? ''),
    { name: 'RSA-PSS', hash: 'SHA-384' },
    true,
    ['verify'],
  )
  const place = keyOf(vote.id, unit)
  let kept = await get<KeptBallot>(place, store).catch(() => undefined)
  if (!kept) {
    const token = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
    const { blindedMsg, inv } = await suite.blind(key, token)
    kept = {
      token: toText(token),
      blinded: toText(blindedMsg),
      inv: toText(inv),
      signature: null,
      is_cast: false,
    }
    // Before it is signed: signed once, a token that was not kept would be lost for good.
    await set(place, kept, store).catch(() => {
      throw new Error(VOTE_MESSAGES.noReceiptKept)
    })
  }
  if (!kept.signature) {
    const { id, version } = vote
    const { signature } = await client.votes.sign.mutate({
      id,
      version,
      unit_id: unit,
      blinded: kept.blinded,
    })
    const finished = await suite.finalize(key, toBytes(kept.token), toBytes(signature), toBytes(kept.inv))
    kept = { ...kept, signature: toText(finished) }
    await set(place, kept, store)
  }
  await sendBallot(vote.id, kept, bits)
  await set(place, { ...kept, is_cast: true }, store)
}

/** Changes a ballot that is in the box, from its receipt alone. */
export const changeByReceipt = (vote: string, token: string, bits: number): Promise<void> =>
  sendBallot(vote, { token, signature: null }, bits)

/** Without cookies, and without a word about the page that it comes from. */
async function sendBallot(
  vote: string,
  { token, signature }: Pick<KeptBallot, 'token' | 'signature'>,
  bits: number,
): Promise<void> {
  const response = await fetch(BALLOT_PATH, {
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    body: JSON.stringify({ vote, token, signature, choice: choiceText(bits) }),
  })
  if (response.ok) return
  const answer: { error?: { message?: string } } | null = await response.json().catch(() => null)
  throw new Error(answer?.error?.message ?? 'the ballot did not arrive. Please try again')
}

/** SHA-256 of a token in hexadecimal, as it is published. */
export async function receiptHash(token: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes(token)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
