import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ask, call } from './arrive.ts'

type Session = { viewer: { building_id: string } }

/** Drafts an announcement as who is signed in on this page. Returns its id. */
export async function draftAnnouncementOn(page: Page, title: string, change: object = {}): Promise<string> {
  const id = randomUUID()
  const { viewer } = await ask<Session>(page, 'accounts.session')
  await call(page, 'announcements.draft', {
    id,
    building_id: viewer.building_id,
    title,
    words: 'On Monday from nine to noon. Please fill a kettle before.',
    audience: 'all',
    unit: null,
    is_important: false,
    allows_replies: false,
    send_on: null,
    send_time: null,
    expires_on: null,
    ...change,
  })
  return id
}

/** Drafts one and sends it. Returns its id. */
export async function announceOn(page: Page, title: string, change: object = {}): Promise<string> {
  const id = await draftAnnouncementOn(page, title, change)
  await call(page, 'announcements.send', { id, version: 1 })
  return id
}

/** The path of an announcement. */
export const announcementAt = (id: string) => `/home/announcements/announcement?id=${id}`
