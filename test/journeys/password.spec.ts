import { expect, type Page } from '@playwright/test'
import { mailsTo, tokenIn } from '../mail-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain } from './arrive.ts'
import { test } from './journey.ts'
import { fill, home, openBrowser, PASSWORD, picture, said, signIn, unique } from './people.ts'
import { MAIL } from './portal-data.ts'

const NEW = 'a-brand-new-one'
const SENT = 'a link to choose a new password is on its way'
/** Without the mail of the sign-up. */
const mail = (email: string) =>
  mailsTo(MAIL, email).filter((each) => !each.includes('Welcome to Stoop. Open the link'))

/** The link in the newest mail to an address, once so many have arrived. */
async function linkIn(email: string, page: string, count: number): Promise<string> {
  await expect.poll(() => mail(email).length).toBeGreaterThanOrEqual(count)
  return `/${page}#${tokenIn(mail(email).at(-1), page)}`
}

const askFor = async (page: Page, email: string) => {
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await fill(page, { Email: email })
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(said(page, SENT)).toBeVisible()
}

test('a forgotten password is replaced by the link in a mail, and every session ends [V7.6.2]', async ({
  browser,
}, info) => {
  const [lost, elsewhere, stranger] = await Promise.all([1, 2, 3].map(() => openBrowser(browser)))
  if (!lost || !elsewhere || !stranger) throw new Error('Three browsers were asked for')
  const email = `${unique('forgetful')}@example.com`
  await arriveAsCaptain(elsewhere, 'Faye', email, home(unique('no')))

  await test.step('the response is the same for an unknown address', async () => {
    await stranger.goto('/login')
    await askFor(stranger, `${unique('nobody')}@example.com`)
    await stranger.getByRole('button', { name: 'Back to Sign In' }).click()
    await expect(stranger.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })

  await test.step('a blank or malformed address is refused beside its field', async () => {
    await lost.goto('/login')
    await expectAccessible(lost)
    await lost.getByRole('button', { name: 'Forgot password?' }).click()
    await lost.getByRole('button', { name: 'Send the link' }).click()
    await expect(lost.getByText('Email is required')).toBeVisible()
    await expect(lost.getByLabel('Email')).toBeFocused()
    await expectAccessible(lost)
    await lost.getByRole('button', { name: 'Back to Sign In' }).click()
  })

  await test.step('the resident dialog sends the link, too [2.login.3] [2.resident-signup.1]', async () => {
    await lost.goto('/signup')
    await lost.getByRole('button', { name: /Homeowner/ }).click()
    await lost.getByRole('tab', { name: 'Sign in' }).click()
    await askFor(lost, email)
    await picture(lost, info, 'forgot-password')
    await expectAccessible(lost, '[role=dialog]')
  })

  await test.step('the link opens a page that checks the two passwords [2.route.links]', async () => {
    await lost.goto(await linkIn(email, 'reset-password', 1))
    await expect(lost.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
    await expect(lost.getByText(email)).toBeVisible()
    await expect(lost.getByRole('main')).toContainText(/Changing it signs you out everywhere\.(?! else)/)
    const save = lost.getByRole('button', { name: 'Change Password' })
    await fill(lost, { 'New Password': 'short', 'Confirm New Password': 'other' })
    await save.click()
    await expect(lost.getByRole('alert').getByText('New passwords do not match')).toBeVisible()
    await fill(lost, { 'Confirm New Password': 'short' })
    await save.click()
    await expect(
      lost.getByRole('alert').getByText('New password must be at least 6 characters'),
    ).toBeVisible()
    await picture(lost, info, 'reset-password')
    await expectAccessible(lost)
    await fill(lost, { 'New Password': NEW, 'Confirm New Password': NEW })
    await save.click()
    await expect(said(lost, 'Your password is changed. Please sign in with the new one.')).toBeVisible()
  })

  await test.step('the old session and the old password no longer work, and the new password does [2.login.2]', async () => {
    await elsewhere.reload()
    await elsewhere.waitForURL('**/login?next=*')
    await lost.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await fill(lost, { Email: email, Password: PASSWORD })
    await lost.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(said(lost, 'Invalid email or password')).toBeVisible()
    await fill(lost, { Password: NEW })
    await lost.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await lost.waitForURL('**/home/dashboard')
  })

  await test.step('the link works once, and then offers a new one', async () => {
    await stranger.goto(await linkIn(email, 'reset-password', 1))
    await expect(said(stranger, 'This link has expired or was used already.')).toBeVisible()
    await picture(stranger, info, 'dead-link')
    await expectAccessible(stranger)
    await fill(stranger, { Email: email })
    await stranger.getByRole('button', { name: 'Send the link' }).click()
    await expect(said(stranger, SENT)).toBeVisible()
    await stranger.goto(await linkIn(email, 'reset-password', 2))
    await expect(stranger.getByLabel('Confirm New Password')).toBeVisible()
  })
})

test('a new e-mail address applies once its link is opened', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  const [old, fresh] = [`${unique('old')}@example.com`, `${unique('fresh')}@example.com`]
  await arriveAsCaptain(page, 'Mona', old, home(unique('no')))
  await page.goto('/home/settings')
  const proof = page.getByRole('dialog', { name: 'Change your e-mail address' })
  const prove = async (password: string) => {
    await fill(proof, { 'Current Password': password })
    await proof.getByRole('button', { name: 'Save Changes' }).click()
  }
  await fill(page, { Email: fresh })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectAccessible(page)
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect(said(page, 'Another e-mail address takes your password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(fresh)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await prove('a guess')
  await expect(proof.getByText('Current Password is not right')).toBeVisible()
  await prove(PASSWORD)
  await expect(said(page, 'Profile updated successfully!')).toBeVisible()
  await expect(
    said(page, `We sent a link to ${fresh}, unless another account has that address.`),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(old)
  await picture(page, info, 'settings-new-email')
  await expectAccessible(page)
  await expect.poll(() => mail(old).at(-1)).toContain('Nothing changes until')

  const mailbox = await openBrowser(browser)
  await mailbox.goto(await linkIn(fresh, 'confirm-email', 1))
  await expect(said(mailbox, `Your e-mail address is now ${fresh}.`)).toBeVisible()
  await picture(mailbox, info, 'email-confirmed')
  await expectAccessible(mailbox)
  // The open page updates without a reload.
  await expect(page.getByLabel('Email')).toHaveValue(fresh)
  await expect(said(page, `We sent a link to ${fresh}`)).toBeHidden()
  await signIn(await openBrowser(browser), fresh)

  await mailbox.reload()
  await expect(said(mailbox, 'This link has expired or was used already.')).toBeVisible()

  await fill(page, { Email: old })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await prove(PASSWORD)
  await expect(said(page, `We sent a link to ${old}`)).toBeVisible()
  await fill(page, { 'Current Password': PASSWORD, 'New Password': NEW, 'Confirm New Password': NEW })
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(said(page, `stopped the change of your e-mail address to ${old}`)).toBeVisible()
  await expect(said(page, `We sent a link to ${old}`)).toBeHidden()
})

test('a link that lost its token says so, and what to do', async ({ browser }, info) => {
  const page = await openBrowser(browser)
  const incomplete = 'This link is not complete: the part after the # is missing.'
  await page.goto('/confirm-email')
  await expect(page.getByRole('heading', { name: 'Part of the link is missing' })).toBeVisible()
  await expect(said(page, incomplete)).toContainText("sign in and press 'Send again'")
  await picture(page, info, 'link-incomplete')
  await expectAccessible(page)
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await page.goto('/reset-password')
  await expect(said(page, incomplete)).toBeVisible()
  await expectAccessible(page)
  await fill(page, { Email: `${unique('nobody')}@example.com` })
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(said(page, SENT)).toBeVisible()
})

test('a new password is rated while it is typed, and a weak one is taken all the same [V6.2.5]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/signup')
  await page.getByRole('button', { name: /Vendor/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Vendor Account' })
  const password = dialog.getByLabel('Password', { exact: true })
  const advice = dialog.getByRole('status').filter({ hasText: /characters|weak|fair|good|strong/i })
  await fill(dialog, { 'First Name': 'Vera', 'Company Name': 'Larkspur Grounds' })
  await expect(advice).toHaveText('At least 6 characters. Several words are stronger.')
  const meters = () => scripts.filter((url) => url.includes('estimate-strength'))
  expect(meters()).toEqual([])
  const next = dialog.getByRole('button', { name: 'Next: Select Services' })
  const below = async () => Math.round((await next.boundingBox())?.y ?? 0)
  const before = await below()

  // The meter is there before the first letter: it loads when the field is focused.
  await password.focus()
  await expect.poll(() => meters().length).toBe(1)
  await expect(password).toHaveValue('')
  await password.fill('123456')
  await expect(advice).toHaveText('Very weak. Many people use this one.')
  expect(meters()).toHaveLength(1)
  expect(new URL(meters()[0] ?? '').origin).toBe(new URL(page.url()).origin)
  await picture(page, info, 'weak-password')
  await expectAccessible(page, '[role=dialog]')
  await password.fill('larkspurgrounds')
  await expect(advice).toHaveText('Weak. Leave out what people know of you.')
  await password.fill('stairs lemon harbor quilt')
  await expect(advice).toHaveText('Strong.')
  await password.fill('')
  await expect(advice).toHaveText('At least 6 characters. Several words are stronger.')
  expect(await below()).toEqual(before)

  const email = `${unique('weak')}@example.com`
  await arriveAsCaptain(page, 'Wendy', email, home(unique('no')))
  await page.goto('/home/settings')
  await fill(page, {
    'Current Password': PASSWORD,
    'New Password': '123456',
    'Confirm New Password': '123456',
  })
  await expect(page.getByText('Very weak. Many people use this one.')).toBeVisible()
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(said(page, 'Password updated successfully!')).toBeVisible()
})
