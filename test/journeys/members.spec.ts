import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain } from './arrive.ts'
import { breaking, silence } from './intercept.ts'
import { test } from './journey.ts'
import { goByMenu, home, openBrowser, picture, said, signIn, signUpResident, unique } from './people.ts'

test('a captain accepts and removes a neighbor, and sees the results', async ({ browser }, info) => {
  const [maya, ned] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const emails = { maya: `${unique('maya')}@example.com`, ned: `${unique('ned')}@example.com` }
  await arriveAsCaptain(maya, 'Maya', emails.maya, address)
  await signUpResident(ned, 'Ned', emails.ned, address)
  await expect(ned.getByRole('dialog')).toBeHidden()
  const row = maya.getByRole('row').filter({ hasText: emails.ned })
  const question = maya.getByRole('dialog')

  await test.step('when the members fail to load, the page says so and can retry [1.captain] [1.tenant] [2.building.3] [2.building.7] [8.building.2]', async () => {
    const mend = await breaking(maya, 'members.list')
    await goByMenu(maya, 'Manage Building')
    const members = maya.getByRole('region', { name: 'Building Members' })
    await expect(said(members, `Failed to load building data: ${silence}`)).toBeVisible()
    await expectAccessible(maya)
    await mend()
    await members.getByRole('button', { name: 'Try again' }).click()
    for (const text of ['Ned Rivera', '4C', 'Pending', 'Email not confirmed yet', 'Tenant'])
      await expect(row).toContainText(text)
    await expect(maya.getByRole('row').filter({ hasText: emails.maya })).toContainText('HOA Representative')
    await expect(
      maya.getByRole('row').filter({ hasText: emails.maya }).getByRole('button'),
      'a captain can’t remove themself',
    ).toHaveCount(0)
  })

  await test.step('an acceptance is dismissed, fails, and succeeds [8.building.4] [8.success.4]', async () => {
    const accept = row.getByRole('button', { name: 'Accept Ned Rivera' })
    await accept.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(accept).toBeFocused()
    const mend = await breaking(maya, 'members.accept')
    await accept.click()
    await question.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(said(maya, `Failed to accept user: ${silence}`)).toBeVisible()
    await expect(row).toContainText('Pending')
    await mend()
    await accept.click()
    await question.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(said(maya, 'User accepted successfully')).toBeVisible()
    await expect(row).toContainText('Active')
  })

  await test.step('a neighbor sees the list without the captain’s buttons [2.building.4] [2.building.5] [6.captain.3]', async () => {
    await signIn(ned, emails.ned)
    await goByMenu(ned, 'Manage Building')
    await expect(ned.getByRole('row').filter({ hasText: emails.maya })).toBeVisible()
    await expect(ned.getByRole('button', { name: /^(Accept|Remove) / })).toHaveCount(0)
  })

  await test.step('a removal fails, and succeeds; the open page shows the notice [8.building.5] [8.success.5] [8.confirm.2] [8.pending.1]', async () => {
    const remove = row.getByRole('button', { name: 'Remove Ned Rivera' })
    const mend = await breaking(maya, 'members.remove')
    await remove.click()
    await expect(question).toContainText(
      'Remove this user from the building? They will be moved back to pending status and lose access to member features.',
    )
    await expectAccessible(maya)
    await picture(maya, info, 'remove-member')
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(said(maya, `Failed to remove user: ${silence}`)).toBeVisible()
    await mend()
    await remove.click()
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(said(maya, 'User removed from building')).toBeVisible()
    await expect(row).toContainText('Pending')
    await expect(ned.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible()
    await expect(
      ned.getByText(
        "Your account is pending approval by your building captain. You'll receive an email once you're approved and can access member features.",
        { exact: true },
      ),
    ).toBeVisible()
  })

  await test.step('a person who waits is declined with a reason and blocked; their page signs them out', async () => {
    await row.getByRole('button', { name: 'Decline Ned Rivera' }).click()
    await expect(question).toContainText('Their request and their account are deleted')
    await expectAccessible(maya)
    await picture(maya, info, 'decline-member')
    await question.getByLabel('Reason (optional)').fill('Nobody of that name lives here.')
    await question.getByRole('checkbox', { name: `Block ${emails.ned}` }).check()
    const mend = await breaking(maya, 'members.decline')
    await question.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(said(maya, `Failed to decline user: ${silence}`)).toBeVisible()
    await mend()
    await question.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(said(maya, 'Request declined')).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect(ned.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  await test.step('a blocked address can be unblocked', async () => {
    const blocked = maya.getByRole('region', { name: 'Blocked addresses' })
    await expect(blocked).toContainText(emails.ned)
    await picture(maya, info, 'blocked-addresses')
    await blocked.getByRole('button', { name: `Unblock ${emails.ned}` }).click()
    await expect(blocked).toBeHidden()
  })
})
