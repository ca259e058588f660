import { isShortCode, shortCode } from '../session/tokens.ts'

const PURPOSE = 'answer'

/** Where an answer to a mail goes: the mailbox's address with the mail's id and a code, which only its recipient has. */
export function answerAddress(mailbox: string, secret: string, mailId: number): string {
  const at = mailbox.lastIndexOf('@')
  const id = mailId.toString(36)
  return `${mailbox.slice(0, at)}+${id}.${shortCode(PURPOSE, secret, id)}${mailbox.slice(at)}`
}

/** The id of the mail that was answered to one of these addresses; null for none of ours, or with a wrong code. */
export function answeredMail(mailbox: string, secret: string, addresses: readonly string[]): number | null {
  const at = mailbox.lastIndexOf('@')
  const [before, after] = [`${mailbox.slice(0, at)}+`.toLowerCase(), mailbox.slice(at).toLowerCase()]
  for (const address of addresses.map((each) => each.trim().toLowerCase())) {
    if (!address.startsWith(before) || !address.endsWith(after)) continue
    const [id = '', code = ''] = address.slice(before.length, -after.length).split('.')
    if (/^[0-9a-z]{1,11}$/.test(id) && isShortCode(PURPOSE, secret, id, code)) return Number.parseInt(id, 36)
  }
  return null
}
