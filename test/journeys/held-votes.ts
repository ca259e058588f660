import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import { ask, call } from './arrive.ts'
import { write } from './portal-data.ts'

/** A day after the votes of journeys have opened, and before they close. */
export const tomorrow = () => addDays(today(new Date(), 'America/Los_Angeles'), 1)
export const inAWeek = () => addDays(today(new Date(), 'America/Los_Angeles'), 7)

/** Drafts a vote as who is signed in on this page. Returns its id. */
export async function draftOnPage(page: Page, question: string, change: object = {}): Promise<string> {
  const id = randomUUID()
  await call(page, 'votes.draft', {
    id,
    question,
    details: null,
    kind: 'yes_no',
    options: [],
    max_choices: 1,
    basis: 'unit',
    is_secret: false,
    quorum: 0,
    majority: 'more_yes',
    proxies: 1,
    opens_on: null,
    opens_time: null,
    closes_on: inAWeek(),
    closes_time: '20:00',
    ...change,
  })
  return id
}

/** Drafts a vote that opens at once. Returns its id. */
export async function holdVote(page: Page, question: string, change: object = {}): Promise<string> {
  const id = await draftOnPage(page, question, change)
  await call(page, 'votes.schedule', { id })
  return id
}

/** The path of a vote. */
export const voteAt = (id: string) => `/home/voting/vote?id=${id}`

/** The units of a vote that the person on this page may vote for. */
export async function unitsOnPage(page: Page, id: string) {
  type Shown = { units: { unit_id: string; number: string }[]; version: number }
  const { units, version } = await ask<Shown>(page, 'votes.get', { id })
  return units.map(({ unit_id, number }) => ({ id, version, unit_id, number }))
}

/** As long as the job of votes may take, which runs each minute. */
export const A_RUN = 100_000

/** As if the time to open had come. */
export const comeToOpening = (id: string) => past(id, `opens_at = now() - interval '1 minute'`)

/** As if the vote's days had passed. */
export const comeToEnd = (id: string) =>
  past(id, `opens_at = now() - interval '8 days', closes_at = now() - interval '1 minute'`)

/** A vote keeps its times once it is scheduled, so a test that can't wait writes without triggers. */
const past = (id: string, times: string) =>
  write(
    `begin; set local session_replication_role = replica; update votes set ${times} where id = '${id}'; commit`,
  )

type Member = { id: string; email: string }

/** The id of a member of the building of the captain on this page. */
export async function memberId(captain: Page, email: string): Promise<string> {
  const { members } = await ask<{ members: Member[] }>(captain, 'members.list')
  const found = members.find((member) => member.email === email)
  if (!found) throw new Error(`${email} is no member`)
  return found.id
}
