import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import {
  arriveAsCaptain,
  arriveAsResident,
  arriveBySigningIn,
  arriveWithNeighbor,
  call,
  letIn,
} from './arrive.ts'
import { test } from './journey.ts'
import { fill, goByMenu, home, openBrowser, PASSWORD, picture, said, unique } from './people.ts'

test('a captain corrects what is known of the building', async ({ browser }, info) => {
  const { maya, ned } = await arriveWithNeighbor(browser)
  await ned.goto('/home/building')
  const facts = ned.getByRole('region', { name: 'Building Description' })
  await expect(facts).toContainText('24')
  await expect(facts).toContainText('6 floors')
  await expect(ned.getByRole('button', { name: 'Edit Building' })).toHaveCount(0)

  await goByMenu(maya, 'Manage Building')
  await maya.getByRole('button', { name: 'Edit Building' }).click()
  const dialog = maya.getByRole('dialog', { name: 'Edit Building' })
  await expect(dialog.getByLabel('Number of Floors')).toHaveValue('6')
  await expectAccessible(maya)
  await picture(maya, info, 'edit-building')
  await fill(dialog, { 'Number of Units': '' })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Number of Units is required')).toBeVisible()
  await fill(dialog, { 'Building Name': 'The Larkspur', 'Number of Units': '1,026', 'Square Feet': '' })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(said(maya, 'Building updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(maya.getByText('The Larkspur')).toBeVisible()
  await expect(facts, 'the neighbor’s open page').toContainText('1026')
})

test('a captain hands over to a neighbor, who accepts, and stays as a tenant [6.captain.3]', async ({
  browser,
}, info) => {
  const { maya, ned, neighbor } = await arriveWithNeighbor(browser)
  await ned.goto('/home/building')
  const row = (page: Page) => page.getByRole('row').filter({ hasText: neighbor.email })
  await expect(row(ned)).toContainText('Tenant')
  await expect(ned.getByRole('button', { name: /^Actions for Ned/ })).toHaveCount(0)

  await maya.goto('/home/building')
  await row(maya)
    .getByRole('button', { name: /^Actions for Ned/ })
    .click()
  const item = maya.getByRole('menuitem', { name: 'Hand Over' })
  await expect(item).toBeFocused()
  await item.click()
  const dialog = maya.getByRole('dialog', { name: /^Hand Over to Ned/ })
  await expect(dialog).toContainText('you stay as a tenant.')
  await expectAccessible(maya)
  await picture(maya, info, 'hand-over')
  await dialog.getByLabel('Current Password').fill('not mine')
  await dialog.getByRole('button', { name: 'Hand Over' }).click()
  await expect(dialog.getByText('Current Password is not right')).toBeVisible()
  await dialog.getByLabel('Current Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Hand Over' }).click()
  await expect(said(maya, /was asked/)).toBeVisible()
  await expect(maya.getByText(/Until they accept, nothing changes/)).toBeVisible()
  await expect(row(maya)).toContainText('Tenant')

  await expect(ned.getByText(/asks you to become the HOA representative/)).toBeVisible()
  await expectAccessible(ned)
  await ned.getByRole('button', { name: 'Accept', exact: true }).click()
  const question = ned.getByRole('dialog', { name: 'Become HOA Representative' })
  await question.getByRole('button', { name: 'Accept' }).click()
  await expect(said(ned, 'You are the HOA representative now')).toBeVisible()
  await expect(row(maya)).toContainText('HOA Representative')
  await expect(maya.getByRole('button', { name: 'Add Tenant' })).toHaveCount(0)
  await expect(row(ned), 'the neighbor’s open page').toContainText('HOA Representative')
  await expect(ned.getByRole('button', { name: 'Add Tenant' })).toBeVisible()
})

test('a captain sees on the dashboard and in the menu how many wait', async ({ browser }, info) => {
  const [maya, ned, nora] = await Promise.all([1, 2, 3].map(() => openBrowser(browser)))
  if (!maya || !ned || !nora) throw new Error('Three browsers were asked for')
  const address = home(unique('no'))
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  const notice = maya.getByRole('region', { name: /waiting for your approval/ })
  await expect(maya.getByRole('heading', { name: 'Your building at a glance' })).toBeVisible()
  await expect(maya.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
  await expect(notice).toHaveCount(0)

  const first = await arriveAsResident(ned, 'Ned', address['Street Address'])
  await expect(notice).toContainText('1 neighbor is waiting for your approval')
  await arriveAsResident(nora, 'Nora', address['Street Address'])
  await expect(notice).toContainText('2 neighbors are waiting for your approval')
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  expect(await top(notice)).toBeLessThan(await top(maya.getByText('HOA Spend Month-to-Date')))
  await picture(maya, info, 'waiting')
  await expectAccessible(maya)
  await maya.getByRole('button', { name: 'Menu, 2 waiting' }).click()
  await expect(maya.getByRole('link', { name: 'Manage Building' })).toHaveText(
    /Manage Building\s*2\s*waiting/,
  )
  await picture(maya, info, 'waiting-menu')
  await maya.keyboard.press('Escape')
  await notice.getByRole('link', { name: 'Review' }).click()
  await expect(maya.getByText('2 people are waiting for your approval')).toBeVisible()

  await letIn(maya, first)
  await expect(maya.getByRole('button', { name: 'Menu, 1 waiting' })).toBeVisible()
  await arriveBySigningIn(ned, first)
  await ned.goto('/home/dashboard')
  await expect(ned.getByRole('button', { name: 'Menu', exact: true }), 'only who may accept').toBeVisible()
  await call(ned, 'accounts.signOut')
})
