import { expect, type Page } from '@playwright/test'
import { mailsTo, tokenIn } from '../mail-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain, arriveAsResident, call } from './arrive.ts'
import { test } from './journey.ts'
import { fill, goByMenu, home, openBrowser, PASSWORD, picture, said, unique } from './people.ts'
import { MAIL } from './portal-data.ts'

const mail = (email: string) => mailsTo(MAIL, email)

/** Opens the link of an invitation and chooses a password. */
async function choosePassword(page: Page, email: string): Promise<void> {
  await expect.poll(() => mail(email).length).toBeGreaterThan(0)
  await page.goto(`/reset-password#${tokenIn(mail(email)[0], 'reset-password')}`)
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('they still have to accept you')
  await expect(page.getByRole('main')).not.toContainText('signs you out')
  await fill(page, { 'New Password': PASSWORD, 'Confirm New Password': PASSWORD })
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible()
}

test('a captain adds a tenant, who chooses a password, waits and is accepted; then a successor', async ({
  browser,
}, info) => {
  test.slow() // two more people, and axe at each state
  const [maya, tess, hope] = await Promise.all([1, 2, 3].map(() => openBrowser(browser)))
  if (!maya || !tess || !hope) throw new Error('Three browsers were asked for')
  const emails = {
    maya: `${unique('maya')}@example.com`,
    tess: `${unique('tess')}@example.com`,
    hope: `${unique('hope')}@example.com`,
  }
  await arriveAsCaptain(maya, 'Maya', emails.maya, home(unique('no')))
  await goByMenu(maya, 'Manage Building')
  const row = (email: string) => maya.getByRole('row').filter({ hasText: email })
  const dialog = maya.getByRole('dialog', { name: 'Add Tenant' })
  const add = dialog.getByRole('button', { name: 'Add Tenant' })
  const open = maya.getByRole('button', { name: 'Add Tenant' })

  await test.step('all four fields are required, and a name has two parts [5.tenant.1-4] [5.tenant.6]', async () => {
    await open.click()
    await expect(dialog.getByLabel('Full Name')).toBeFocused()
    await expectAccessible(maya)
    await add.click()
    for (const label of ['Full Name', 'Email', 'Unit Number', 'Role'])
      await expect(dialog.getByText(`${label} is required`)).toBeVisible()
    await expect(dialog.getByLabel('Full Name')).toBeFocused()
    await fill(dialog, { 'Full Name': 'Tess', Email: emails.maya, 'Unit Number': '7B' })
    await dialog.getByLabel('Role').selectOption({ label: 'Tenant' })
    await add.click()
    await expect(dialog.getByText('Full Name must have a first and a last name')).toBeVisible()
    await picture(maya, info, 'add-tenant')
    await expectAccessible(maya)
  })

  await test.step('an e-mail address with an account is refused [8.building.9]', async () => {
    await fill(dialog, { 'Full Name': 'Tess van der Berg' })
    await add.click()
    const known = 'somebody of your building has this e-mail address already'
    await expect(said(maya, `Failed to add tenant: ${known}`)).toBeVisible()
    await expect(dialog.getByText(known).first()).toBeVisible()
    const firstLetters = `[...document.querySelectorAll('[role=dialog] [id$="-error"]')]
      .map((error) => getComputedStyle(error, '::first-letter').textTransform)`
    expect(await maya.evaluate(firstLetters), 'a sentence of its own').toEqual(['uppercase'])
    await expect(dialog.getByLabel('Full Name')).toHaveValue('Tess van der Berg')
    const { email } = await arriveAsResident(tess, 'Otto')
    await fill(dialog, { Email: email })
    await add.click()
    const elsewhere =
      'this e-mail address has an account already. Please enter another one, or ask them to close that account first'
    await expect(said(maya, `Failed to add tenant: ${elsewhere}`)).toBeVisible()
    await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(new RegExp(elsewhere))
    await expect(dialog).not.toContainText('sign in instead')
    await call(tess, 'accounts.signOut')
  })

  await test.step('the tenant is added by keyboard and is pending [2.building.24] [8.success.15]', async () => {
    await fill(dialog, { Email: emails.tess })
    await maya.keyboard.press('Enter')
    await expect(said(maya, 'Tenant added successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    for (const text of ['Tess van der Berg', '7B', 'Pending', 'Tenant'])
      await expect(row(emails.tess)).toContainText(text)
    await picture(maya, info, 'added-tenant')
  })

  await test.step('before the link is opened, signing in fails as with a wrong password', async () => {
    await tess.goto('/login')
    await fill(tess, { Email: emails.tess, Password: PASSWORD })
    await tess.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(said(tess, 'Invalid email or password')).toBeVisible()
  })

  await test.step('the person chooses a password by the link, and the captain accepts them', async () => {
    await choosePassword(tess, emails.tess)
    await row(emails.tess).getByRole('button', { name: 'Accept Tess van der Berg' }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(row(emails.tess)).toContainText('Active')
    await expect(tess.getByRole('heading', { name: 'Account Pending Approval' })).toBeHidden()
  })

  await test.step('an HOA representative takes over only after a clear confirmation, and once they can sign in [5.tenant.10]', async () => {
    await open.click()
    await fill(dialog, { 'Full Name': 'Hope Lind', Email: emails.hope, 'Unit Number': '1A' })
    await dialog.getByLabel('Role').selectOption({ label: 'HOA Representative' })
    await expect(dialog.getByText('A building has one HOA representative.')).toBeVisible()
    await add.click()
    await expect(row(emails.hope)).toContainText('HOA Representative')
    const accept = row(emails.hope).getByRole('button', { name: 'Accept Hope Lind' })
    const question = maya.getByRole('dialog')
    await accept.click()
    await expect(question).toContainText('Accept this user and grant them access to member features?')
    await expect(question).toContainText('They become the HOA representative of your building in your place.')
    await expectAccessible(maya)
    await picture(maya, info, 'hand-over')
    await fill(question, { 'Current Password': PASSWORD })
    await question.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(said(question, 'this person has not chosen a password yet')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()

    await choosePassword(hope, emails.hope)
    await accept.click()
    await fill(question, { 'Current Password': PASSWORD })
    await question.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(said(maya, 'User accepted successfully')).toBeVisible()
    await expect(row(emails.maya)).toContainText('Tenant')
    await expect(open).toBeHidden()
    await goByMenu(hope, 'Manage Building')
    await expect(hope.getByRole('button', { name: 'Add Tenant' })).toBeVisible()
  })
})
