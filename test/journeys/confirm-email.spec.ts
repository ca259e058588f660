import { expect } from '@playwright/test'
import { mailsTo, tokenIn } from '../mail-files.ts'
import { expectAccessible } from './accessible.ts'
import { test } from './journey.ts'
import {
  becomeCaptain,
  goByMenu,
  home,
  openBrowser,
  picture,
  said,
  signUpResident,
  unique,
} from './people.ts'
import { MAIL } from './portal-data.ts'

test('a new captain confirms their e-mail, and then the mail that they caused is sent', async ({
  browser,
}, info) => {
  const [maya, ned] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const emails = { maya: `${unique('maya')}@example.com`, ned: `${unique('ned')}@example.com` }
  const mails = (email: string) => mailsTo(MAIL, email)
  await becomeCaptain(maya, 'Maya', emails.maya, address)
  const notice = maya.getByRole('region', { name: 'Confirm your e-mail' })

  await test.step('until then every screen says so, and sends the link again', async () => {
    await expect(notice).toContainText(emails.maya)
    await expectAccessible(maya)
    await picture(maya, info, 'confirm-email')
    await expect.poll(() => mails(emails.maya).length).toBe(1)
    await notice.getByRole('button', { name: 'Send again' }).click()
    await expect(said(maya, `We sent the link to ${emails.maya} again.`)).toBeVisible()
    await expect.poll(() => mails(emails.maya).length).toBe(2)
    await goByMenu(maya, 'Manage Building')
    await expect(notice).toBeVisible()
  })

  await test.step('a neighbor who waits sees the notice, too, and nobody is mailed about them before both have confirmed', async () => {
    await signUpResident(ned, 'Ned', emails.ned, address)
    await expect(maya.getByRole('row').filter({ hasText: emails.ned })).toBeVisible()
    await expect.poll(() => mails(emails.ned).length).toBe(1)
    expect(mails(emails.maya)).toHaveLength(2)
    await ned.goto(`/confirm-email#${tokenIn(mails(emails.ned)[0], 'confirm-email')}`)
    await expect(ned.getByText(`Thank you: ${emails.ned} is confirmed.`)).toBeVisible()
    expect(mails(emails.maya)).toHaveLength(2)
  })

  await test.step('the newest link confirms it, in an open window, too; an earlier one is refused', async () => {
    const [first, second] = mails(emails.maya)
    const elsewhere = await maya.context().newPage()
    await elsewhere.goto(`/confirm-email#${tokenIn(first, 'confirm-email')}`)
    await expect(elsewhere.getByText('This link has expired or was used already.')).toBeVisible()
    await elsewhere.goto('/')
    await elsewhere.goto(`/confirm-email#${tokenIn(second, 'confirm-email')}`)
    await expect(elsewhere.getByText(`Thank you: ${emails.maya} is confirmed.`)).toBeVisible()
    await expect(notice).toBeHidden()
    await elsewhere.goto('/')
    await elsewhere.goto(`/confirm-email#${tokenIn(second, 'confirm-email')}`)
    await expect(elsewhere.getByText(`${emails.maya} is confirmed. To use another address,`)).toBeVisible()
    await expect.poll(() => mails(emails.maya).at(-1)).toContain('Ned Rivera has signed up')
  })

  await test.step('opened again where nobody is signed in, it says what holds if it confirmed the address', async () => {
    const phone = await openBrowser(browser)
    await phone.goto(`/confirm-email#${tokenIn(mails(emails.ned)[0], 'confirm-email')}`)
    await expect(phone.getByText('This link has expired or was used already.')).toBeVisible()
    await expect(
      phone.getByText('If your address is confirmed already, sign in: there is nothing left to do.'),
    ).toBeVisible()
    await expect(phone.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expectAccessible(phone)
  })
})
