import type { Page } from '@playwright/test'
import { announcementAt } from './announced.ts'
import { ask } from './arrive.ts'
import { type Dialog, press } from './open-dialog.ts'

const ANNOUNCEMENTS = { by: 'maya', path: '/home/announcements' } as const

type Listed = { id: string; state: string }

/** At the first announcement of the building in this state. */
const atAnnouncement = (state: string, open: (page: Page) => Promise<void>) => async (page: Page) => {
  const { announcements } = await ask<{ announcements: Listed[] }>(page, 'announcements.list', {
    tab: 'current',
    page: 1,
  })
  const found = announcements.find((announcement) => announcement.state === state)
  if (!found) throw new Error(`No announcement is ${state}`)
  await page.goto(announcementAt(found.id))
  await open(page)
}

export const ANNOUNCEMENT_DIALOGS: Dialog[] = [
  {
    ...ANNOUNCEMENTS,
    name: 'new announcement',
    of: 'features/announcements/announcement-dialog.tsx',
    open: press('New Announcement'),
  },
  {
    ...ANNOUNCEMENTS,
    name: 'edit the draft of an announcement',
    of: 'features/announcements/announcement-dialog.tsx',
    open: atAnnouncement('draft', press('Edit Draft')),
  },
  {
    ...ANNOUNCEMENTS,
    name: 'send an announcement',
    of: 'features/announcements/writer-part.tsx',
    open: atAnnouncement('draft', press('Send Now')),
  },
  {
    ...ANNOUNCEMENTS,
    name: 'discard the draft of an announcement',
    of: 'features/announcements/writer-part.tsx',
    open: atAnnouncement('draft', press('Discard Draft')),
  },
  {
    ...ANNOUNCEMENTS,
    name: 'follow up an announcement',
    of: 'features/announcements/follow-up-dialog.tsx',
    open: atAnnouncement('sent', press('Add Follow-up')),
  },
  {
    ...ANNOUNCEMENTS,
    name: 'withdraw an announcement',
    of: 'features/announcements/withdraw-dialog.tsx',
    open: atAnnouncement('sent', press('Withdraw')),
  },
]
