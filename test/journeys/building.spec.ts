import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsResident, arriveBySigningIn, letIn } from './arrive.ts'
import { test } from './journey.ts'
import { fill, goByMenu, home, openBrowser, picture, said, unique } from './people.ts'

test('a captain corrects what is known of the building', async ({ browser }, info) => {
  const [maya, ned] = [await openBrowser(browser), await openBrowser(browser)]
  const address = home(unique('no'))
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  const neighbor = await arriveAsResident(ned, 'Ned', address['Street Address'])
  await letIn(maya, neighbor)
  await arriveBySigningIn(ned, neighbor)
  await ned.goto('/home/building')
  const facts = ned.getByRole('region', { name: 'Building Description' })
  await expect(facts).toContainText('24')
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
