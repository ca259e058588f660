import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsResident, arriveBySigningIn, arriveWithNeighbor, call, invitationToken } from './arrive.ts'
import { test } from './journey.ts'
import { fill, openBrowser, PASSWORD, picture, said, unique } from './people.ts'

// Building Members: Product 4.1, 4.2.

test('who waits comes first, with what they wrote; accepted, they stand by their unit', async ({
  browser,
}, info) => {
  const { maya, neighbor } = await arriveWithNeighbor(browser)
  const pia = await openBrowser(browser)
  const waiting = await arriveAsResident(pia, 'Pia', neighbor.address, {
    note: 'I bought 4C from the Wilsons.',
  })
  await maya.goto('/home/captain/members')
  await expect(maya.getByRole('heading', { level: 1, name: 'Building Members' })).toBeVisible()
  await expect(maya.getByText('See who lives in your building and welcome new neighbors.')).toBeVisible()
  const queue = maya.getByRole('region', { name: 'Waiting for you (1)' })
  const card = queue.getByRole('listitem').filter({ hasText: waiting.email })
  for (const text of [
    'Pia Rivera',
    'Unit 4C',
    'Waits since',
    'I bought 4C from the Wilsons.',
    'own unit 4C beside',
  ])
    await expect(card).toContainText(text)
  await expectAccessible(maya)
  await picture(maya, info, 'building-members')
  await card.getByRole('button', { name: 'Accept Pia Rivera' }).click()
  const question = maya.getByRole('dialog')
  await expect(question).toContainText('Accept this user and grant them access to member features?')
  await question.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(said(maya, 'User accepted successfully')).toBeVisible()
  await expect(maya.getByText('Nobody waits.')).toBeVisible()
  const people = maya.getByRole('region', { name: 'People by Unit' })
  await expect(people.getByRole('row').filter({ hasText: waiting.email })).toContainText('Owner')

  await people.getByLabel('Search people and units').fill('pia')
  await expect(people.getByText('1 unit found')).toBeVisible()
  await expect(maya).toHaveURL(/people=pia/)
  const saving = maya.waitForEvent('download')
  await people.getByRole('link', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv).toContain(`Pia Rivera,${waiting.email},Owner,Tenant`)
})

test('a captain says who rents and who holds an office; it holds at once in the open page of the other', async ({
  browser,
}, info) => {
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  await ned.goto('/home/building')
  await expect(ned.getByRole('button', { name: 'Add Tenant' })).toHaveCount(0)
  await maya.goto('/home/captain/members')
  const row = maya.getByRole('row').filter({ hasText: neighbor.email })
  const act = async (item: string) => {
    await row.getByRole('button', { name: /^Actions for Ned/ }).click()
    await maya.getByRole('menuitem', { name: item }).click()
  }
  const dialog = maya.getByRole('dialog')

  await act('Change Unit')
  await dialog.getByLabel('Owner or Renter').selectOption('Renter')
  await dialog.getByRole('button', { name: 'Save Units' }).click()
  await expect(row).toContainText('Renter')

  await act('Change Office')
  await dialog.getByLabel('Secretary').check()
  await expectAccessible(maya)
  await picture(maya, info, 'offices-of-a-person')
  await dialog.getByRole('button', { name: 'Save Offices' }).click()
  await expect(row).toContainText('Secretary')
  await expect(ned.getByRole('button', { name: 'Add Tenant' })).toBeVisible()

  await maya.getByRole('button', { name: 'Change powers: Secretary' }).click()
  await dialog.getByLabel('Accept, invite and remove members').uncheck()
  await dialog.getByRole('button', { name: 'Save Powers' }).click()
  await expect(said(maya, 'The powers were saved')).toBeVisible()
  await expect(ned.getByRole('button', { name: 'Add Tenant' })).toHaveCount(0)

  await act('Remove')
  for (const text of [
    'no longer rent unit 4C',
    'no longer secretary',
    'What they requested, wrote and uploaded stays',
  ])
    await expect(dialog).toContainText(text)
  await expectAccessible(maya)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(said(maya, 'User removed from building')).toBeVisible()
  await expect(ned.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible()
})

test('a file’s preview says each line’s fate; who is invited is in once they choose a password', async ({
  browser,
}, info) => {
  const { maya, neighbor } = await arriveWithNeighbor(browser)
  const email = `${unique('ida')}@example.com`
  await maya.goto('/home/captain/members')
  await maya.getByRole('button', { name: 'Invite from CSV' }).click()
  const dialog = maya.getByRole('dialog', { name: 'Invite from CSV' })
  const lines = [`Ida Berg,${email},7,owner`, `Ned Rivera,${neighbor.email},4C,owner`, 'Nobody,x,1,guest']
  await dialog.getByLabel('Or paste its text').fill(['Name,Email,Unit,Owner or Renter', ...lines].join('\n'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('1 will be invited, 1 is known, 1 refused.')).toBeVisible()
  await expect(dialog.getByText('This line has no last name')).toBeVisible()
  await expectAccessible(maya)
  await picture(maya, info, 'preview-of-invitations')
  await dialog.getByRole('button', { name: 'Invite 1 Person' }).click()
  await expect(said(maya, '1 person was invited')).toBeVisible()
  const card = maya.getByRole('listitem').filter({ hasText: email })
  await expect(card).toContainText('Invited since')

  const ida = await openBrowser(browser)
  await ida.goto(`/reset-password#${await invitationToken(email)}`)
  await expect(ida.getByText('Once you have a password, you are in.')).toBeVisible()
  await fill(ida, { 'New Password': PASSWORD, 'Confirm New Password': PASSWORD })
  await ida.getByRole('button', { name: 'Set Password' }).click()
  await expect(ida.getByRole('heading', { name: 'Your building at a glance' })).toBeVisible()
  await expect(maya.getByRole('row').filter({ hasText: email })).toContainText('Owner')
})

test('a link with a unit lets somebody in at once; a revoked one opens nothing', async ({
  browser,
}, info) => {
  const { maya } = await arriveWithNeighbor(browser)
  await maya.goto('/home/captain/members')
  await maya.getByRole('button', { name: 'Invite by Link' }).click()
  const dialog = maya.getByRole('dialog')
  await fill(dialog, { 'Unit Number': '12', 'Number of People': '2' })
  await dialog.getByLabel('Owner or Renter').selectOption('Renter')
  await dialog.getByRole('button', { name: 'Make Link' }).click()
  const address = await dialog.getByLabel('Link').inputValue()
  await picture(maya, info, 'invitation-link')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const card = maya.getByRole('region', { name: 'Invitation Links' }).getByRole('listitem')
  await expect(card).toContainText('0 of 2 used')

  const rae = await openBrowser(browser)
  await rae.goto(new URL(address).pathname + new URL(address).hash)
  await expect(rae.getByText('You are invited as renter of unit 12')).toBeVisible()
  await expectAccessible(rae)
  await picture(rae, info, 'invitation')
  const email = `${unique('rae')}@example.com`
  await fill(rae, { 'First Name': 'Rae', 'Last Name': 'Kim', Email: email })
  await fill(rae, { Password: PASSWORD, 'Confirm Password': PASSWORD })
  await rae.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(rae.getByRole('heading', { name: 'Your building at a glance' })).toBeVisible()
  await expect(maya.getByRole('row').filter({ hasText: email })).toContainText('Renter')
  await expect(card).toContainText('1 of 2 used')

  await card.getByRole('button', { name: /^Revoke the link/ }).click()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(card).toContainText('Revoked')
  const late = await openBrowser(browser)
  await late.goto(new URL(address).pathname + new URL(address).hash)
  await expect(late.getByText('This link has expired or was used already.')).toBeVisible()
})

test('residents who may not request see no way to, from their next step on', async ({ browser }) => {
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  await ned.goto('/home/services')
  await expect(ned.getByRole('button', { name: '+ Add Service' })).toBeVisible()
  const shown = ['request_services', 'accept_quotes']
  await call(maya, 'members.setPowers', { holder: 'resident', powers: [], shown })
  await expect(ned.getByRole('button', { name: '+ Add Service' })).toHaveCount(0)
  await arriveBySigningIn(ned, neighbor)
  await expect(maya.getByRole('button', { name: '+ Add Service' })).toHaveCount(0)
  await maya.goto('/home/services')
  await expect(maya.getByRole('button', { name: '+ Add Service' })).toBeVisible()
})
