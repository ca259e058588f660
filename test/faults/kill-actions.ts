import { visitDates } from '../../src/domain/visits/visits.ts'
import { type Client, outcome } from '../http-client.ts'
import { pdf } from '../sample-files.ts'
import { openUploader } from '../upload.ts'

export const KINDS = ['sign-up', 'request', 'quote', 'acceptance', 'upload', 'settings'] as const
export type Kind = (typeof KINDS)[number]

/** An action of a person, retried when no answer came. */
export type Action = {
  kind: Kind
  /** What one of kill-ledger.ts's statements looks for afterwards. */
  subject: string
  /** Returns 'ok' or the code of a domain error; undefined without an answer. */
  send(): Promise<string | undefined>
  /** The error code of a retry whose first attempt succeeded. */
  doneAlready?: string
  /** The content of an upload. */
  content?: Buffer
  /** The subject that it replaces: the settings that were saved before. */
  before?: string
}

/** The names that a failure message shows. */
export const named = (actions: Action[]) => actions.map(({ kind, subject }) => `${kind} ${subject}`)

export const RECURRING = {
  description: 'Every week for a year',
  service_type: 'recurring' as const,
  required_every_weeks: 1,
  preferred_start_date: '2099-01-05',
  preferred_end_date: '2099-12-28',
}
export const VISITS = visitDates(RECURRING).length

const PASSWORD = 'a good password'
const PRICE = 5000
const home = { city: 'Seattle', state: 'WA', zip_code: '98101' }

type Person = Awaited<ReturnType<typeof openUploader>>
type Vendor = { email: string; client: Client; saves: number; saved: string; isSaving: boolean }
/** A quote in the database between two kills. */
export type OpenQuote = { id: string; captain: string; price: number | null }

export type Street = Awaited<ReturnType<typeof openStreet>>

/** People who do all six kinds of action, whatever is possible at the moment, chosen by `chance`. */
export async function openStreet(origin: string, chance: () => number) {
  const types = (await (await openUploader(origin)).client.services.catalog.query()).slice(0, 12)
  const captains = new Map<string, Person>()
  const requestable: { captain: string; type: string }[] = []
  let quotable: OpenQuote[] = []
  let acceptable: OpenQuote[] = []
  let count = 0

  async function newVendor(email: string, service_type_ids: string[]): Promise<Vendor> {
    const { client } = await openUploader(origin)
    const form = { ...company(email, 0), email, service_type_ids }
    await client.accounts.signUpVendor.mutate({ ...form, password: PASSWORD })
    return { email, client, saves: 0, saved: settingsOf(form), isSaving: false }
  }
  const quoting = await newVendor(
    'quoting@example.com',
    types.map(({ id }) => id),
  )
  const saving = [
    await newVendor(
      'saving1@example.com',
      types.slice(0, 2).map(({ id }) => id),
    ),
    await newVendor(
      'saving2@example.com',
      types.slice(2, 3).map(({ id }) => id),
    ),
  ]

  function pick<T>(from: T[]): T | undefined {
    return from.splice(Math.floor(chance() * from.length), 1)[0]
  }

  function signUp(): Action {
    count += 1
    const email = `captain${count}@example.com`
    const names = { first_name: 'Captain', last_name: `Number ${count}`, email, password: PASSWORD }
    const form = { ...names, ...home, address: `${count} Drill Street`, number_of_units: 12 }
    return {
      kind: 'sign-up',
      subject: email,
      doneAlready: 'email_taken',
      async send() {
        // A different address each time, because sign-ups are limited by address.
        const address = `10.0.${count >> 8}.${count & 255}`
        const person = await openUploader(origin, undefined, PASSWORD, address)
        const { signUpResident, signIn } = person.client.accounts
        const answer = await answerTo(signUpResident.mutate(form))
        if (answer === 'email_taken') {
          const signedIn = await answerTo(signIn.mutate({ email, password: PASSWORD }))
          if (signedIn !== 'ok') return signedIn
        } else if (answer !== 'ok') return answer
        captains.set(email, person)
        requestable.push(...types.map(({ id }) => ({ captain: email, type: id })))
        return answer
      },
    }
  }

  const next: Record<Kind, () => Action | undefined> = {
    'sign-up': signUp,
    request() {
      const chosen = pick(requestable)
      if (!chosen) return undefined
      const { captain, type } = chosen
      const request = { ...RECURRING, service_type_id: type }
      return {
        kind: 'request',
        subject: `${captain} ${type}`,
        doneAlready: 'service_already_requested',
        send: () => answerTo(captains.get(captain)?.client.services.request.mutate(request)),
      }
    },
    quote() {
      const quote = pick(quotable)
      if (!quote) return undefined
      const { id } = quote
      return {
        kind: 'quote',
        subject: id,
        doneAlready: 'quote_not_open',
        send: () => answerTo(quoting.client.quotes.submit.mutate({ id, per_visit_price: PRICE })),
      }
    },
    acceptance() {
      const quote = pick(acceptable)
      if (!quote) return undefined
      const { id, captain } = quote
      return {
        kind: 'acceptance',
        subject: id,
        send: () =>
          answerTo(captains.get(captain)?.client.quotes.accept.mutate({ id, per_visit_price: PRICE })),
      }
    },
    upload() {
      const [captain, person] = [...captains][Math.floor(chance() * captains.size)] ?? []
      if (!captain || !person) return undefined
      count += 1
      const name = `House Rules ${count}.pdf`
      const content = pdf(name, Math.floor(chance() * 600_000))
      return {
        kind: 'upload',
        subject: `${captain} ${name}`,
        content,
        send: () =>
          person.send(name, content).then(
            ({ status, error }) => (status === 201 ? 'ok' : (error?.data.refusal ?? String(status))),
            () => undefined,
          ),
      }
    },
    settings() {
      const vendor = saving.find(({ isSaving }) => !isSaving)
      if (!vendor) return undefined
      vendor.isSaving = true
      vendor.saves += 1
      const { email, saves, client, saved } = vendor
      const service_type_ids = types.slice(0, 4).flatMap(({ id }) => (chance() < 0.5 ? [id] : []))
      const form = { ...company(email, saves), email, service_type_ids }
      const subject = settingsOf(form)
      return {
        kind: 'settings',
        subject,
        before: saved,
        async send() {
          const answer = await answerTo(client.vendors.update.mutate(form))
          // The form is retried until it is known to be saved, before another one.
          if (answer === 'ok') Object.assign(vendor, { saved: subject, isSaving: false })
          return answer
        },
      }
    },
  }

  return {
    /** The next action of this kind; when there is none, a request or a sign-up. */
    next: (kind: Kind): Action => next[kind]() ?? next.request() ?? signUp(),
    /** The quotes that can be priced and accepted now, except those with a pending retry. */
    setQuotes(open: OpenQuote[], busy: Set<string>): void {
      const free = open.filter(({ id, captain }) => !busy.has(id) && captains.has(captain))
      quotable = free.filter(({ price }) => price === null)
      acceptable = free.filter(({ price }) => price !== null)
    },
  }
}

function company(email: string, save: number) {
  const office = { ...home, address: '1 Pike St', phone: '(206) 555-0100' }
  const [name = ''] = email.split('@')
  return { ...office, first_name: 'Vendor', last_name: name, company_name: `${name} ${save}` }
}

function settingsOf(form: { email: string; company_name: string; service_type_ids: string[] }): string {
  return `${form.email} ${form.company_name} ${[...form.service_type_ids].sort().join()}`
}

/** Returns 'ok', the code of a domain error, or undefined without an answer. */
async function answerTo(call: Promise<unknown> | undefined): Promise<string | undefined> {
  if (!call) throw new Error('No such action')
  const [settled] = await Promise.allSettled([call])
  if (settled.status === 'fulfilled') return 'ok'
  const answered = settled.reason?.data ?? settled.reason?.shape
  return answered ? outcome(settled) : undefined
}
