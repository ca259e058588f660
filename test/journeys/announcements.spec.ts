import { type Browser, expect } from '@playwright/test'
import { pdf } from '../sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { announcementAt, announceOn } from './announced.ts'
import { arriveAsResident, arriveBySigningIn, arriveWithNeighbor, ask, call, letIn } from './arrive.ts'
import { A_RUN, memberId, tomorrow } from './held-votes.ts'
import { test } from './journey.ts'
import { fill, goByMenu, openBrowser, picture, said } from './people.ts'
import { write } from './portal-data.ts'

// What a building's officers announce: Product 4.5.

/** A captain, a neighbor who owns, and one who rents. */
async function neighbors(browser: Browser) {
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  await call(maya, 'members.setTies', {
    id: await memberId(maya, neighbor.email),
    holds: [{ unit: '4D', tie: 'owner' }],
  })
  const tess = await openBrowser(browser)
  const renter = await arriveAsResident(tess, 'Tess', neighbor.address)
  await letIn(maya, renter)
  await arriveBySigningIn(tess, renter)
  await call(maya, 'members.setTies', {
    id: await memberId(maya, renter.email),
    holds: [{ unit: '4E', tie: 'renter' }],
  })
  return { maya, ned, tess }
}

test('an announcement to the owners, with a file, reaches exactly them, on a phone, live', async ({
  browser,
}, info) => {
  test.slow()
  const { maya, ned, tess } = await neighbors(browser)
  if (info.project.name === 'desk') await ned.setViewportSize({ width: 375, height: 812 })
  await ned.goto('/home/announcements')
  await expect(ned.getByText('Nothing is announced.')).toBeVisible()
  await tess.goto('/home/announcements')

  await maya.goto('/home/dashboard')
  await goByMenu(maya, 'Announcements')
  await maya.getByRole('button', { name: 'New Announcement' }).click()
  const dialog = maya.getByRole('dialog')
  await fill(dialog, { Title: 'The roof is sealed', Text: 'On Monday. Please keep off the terrace.' })
  await dialog.getByLabel('For', { exact: true }).selectOption('Owners')
  await dialog.getByRole('checkbox', { name: 'Important' }).check()
  await dialog.getByRole('checkbox', { name: 'Allow replies' }).check()
  await expectAccessible(maya)
  await picture(maya, info, 'new-announcement')
  await dialog.getByRole('button', { name: 'Save Draft' }).click()
  await expect(said(maya, 'Draft saved')).toBeVisible()
  const files = maya.getByRole('region', { name: 'Files of this announcement' })
  const plan = { name: 'Terrace.pdf', mimeType: 'application/pdf', buffer: pdf() }
  await files.locator('input[type=file]').setInputFiles(plan)
  await expect(files.getByText('Terrace.pdf')).toBeVisible()
  await maya.getByRole('button', { name: 'Send Now' }).click()
  // Maya and Ned own.
  await expect(maya.getByRole('dialog')).toContainText(
    '2 people can read it at once. Each of them gets an email.',
  )
  await maya.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(said(maya, 'Announcement sent')).toBeVisible()

  const card = ned.getByRole('article').filter({ hasText: 'The roof is sealed' })
  await expect(card).toContainText('Important')
  await expect(card).toContainText('New')
  await expectAccessible(ned)
  await picture(ned, info, 'announcements')
  await card.getByRole('link', { name: 'Read' }).click()
  await expect(ned.getByRole('heading', { level: 1, name: 'The roof is sealed' })).toBeVisible()
  await expect(ned.getByText('Please keep off the terrace.')).toBeVisible()
  const file = ned.getByRole('link', { name: 'Terrace.pdf' })
  const address = (await file.getAttribute('href')) ?? ''
  expect((await ned.request.get(address)).status()).toBe(200)
  await expectAccessible(ned)
  await picture(ned, info, 'announcement')

  // Who rents sees nothing of it, wherever they look.
  const id = new URL(ned.url()).searchParams.get('id') ?? ''
  await tess.reload()
  await expect(tess.getByText('Nothing is announced.')).toBeVisible()
  await tess.goto(announcementAt(id))
  await expect(tess.getByText('The announcement could not be loaded.')).toBeVisible()
  await expect(tess.getByText('keep off the terrace')).toHaveCount(0)
  expect((await tess.request.get(address)).status()).toBe(404)

  await maya.reload()
  await expect(maya.getByText('Opened by 2 of 2 people')).toBeVisible()
})

test('a follow-up is shown with it, replies are read by all, and withdrawn it stays as a line', async ({
  browser,
}, info) => {
  const { maya, ned, tess } = await neighbors(browser)
  const id = await announceOn(maya, 'The water is off', { allows_replies: true })
  await ned.goto('/home/dashboard')
  await expect(ned.getByRole('heading', { name: 'New: The water is off' })).toBeVisible()
  await ned.goto(announcementAt(id))
  await maya.goto(announcementAt(id))
  await maya.getByRole('button', { name: 'Add Follow-up' }).click()
  await fill(maya.getByRole('dialog'), { 'Follow-up': 'Until one.' })
  await maya.getByRole('dialog').getByRole('button', { name: 'Send Follow-up' }).click()
  await expect(said(maya, 'Follow-up sent')).toBeVisible()
  await expect(ned.getByRole('region', { name: 'Follow-ups' })).toContainText('Until one.')

  await fill(ned, { Reply: 'Does that include the laundry room?' })
  await ned.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(said(ned, 'Reply sent')).toBeVisible()
  await tess.goto(announcementAt(id))
  await expect(tess.getByRole('region', { name: 'Replies' })).toContainText(
    'Does that include the laundry room?',
  )
  await picture(tess, info, 'replies')

  await maya.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await fill(maya.getByRole('dialog'), { Reason: 'It is on Tuesday' })
  await maya.getByRole('dialog').getByRole('button', { name: 'Withdraw Announcement' }).click()
  await expect(said(maya, 'The announcement was withdrawn')).toBeVisible()
  await expect(tess.getByText('It is on Tuesday')).toBeVisible()
  await expect(tess.getByText('Until one.')).toHaveCount(0)
  await ned.goto('/home/announcements')
  const line = ned.getByRole('article').filter({ hasText: 'The water is off' })
  await expect(line).toContainText('Withdrawn')
  await expect(line).toContainText('It is on Tuesday')
  await expectAccessible(ned)
})

test('a scheduled one is sent by itself at its time', async ({ browser }) => {
  test.slow()
  const { maya, ned } = await neighbors(browser)
  const later = { send_on: tomorrow(), send_time: '09:00' }
  const id = await announceOn(maya, 'The elevator rests', later)
  await ned.goto('/home/announcements')
  await expect(ned.getByText('Nothing is announced.')).toBeVisible()
  await maya.goto(announcementAt(id))
  await expect(maya.getByRole('button', { name: 'Back to Draft' })).toBeVisible()
  await write(
    `begin; set local session_replication_role = replica;
     update announcements set send_at = now() - interval '1 minute' where id = '${id}'; commit`,
  )
  await expect(ned.getByRole('article').filter({ hasText: 'The elevator rests' })).toBeVisible({
    timeout: A_RUN,
  })
})

test('mails of announcements can be turned off', async ({ browser }) => {
  const { ned } = await neighbors(browser)
  await ned.goto('/home/settings')
  const choice = ned.getByRole('checkbox', { name: 'Email me other announcements, too' })
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(said(ned, 'Only important announcements are mailed to you')).toBeVisible()
  await expect(choice).not.toBeChecked()
  expect(await ask(ned, 'announcements.mail')).toEqual({ mailed: false })
})
