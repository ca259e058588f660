import { expect, type Page } from '@playwright/test'
import { arriveAsResident, arriveAsVendor, arriveBySigningIn, call, type Person } from './arrive.ts'
import { test } from './journey.ts'
import { fill, openBrowser, PASSWORD } from './people.ts'

async function signInHere(page: Page, { email }: Person): Promise<void> {
  await fill(page, { Email: email, Password: PASSWORD })
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
}

/** A person who opens this address signed out. */
async function comesTo(page: Page, person: Person, address: string): Promise<void> {
  await call(page, 'accounts.signOut')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await signInHere(page, person)
}

test('signing in leads on to where one was going, with its search and anchor [2.guard.8]', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  const maya = await arriveAsResident(page, 'Maya')

  await test.step('from a link in a mail, also after a reload of the sign-in page', async () => {
    await call(page, 'accounts.signOut')
    await page.goto('/home/billing?from=mail#history')
    await expect(page).toHaveURL(/\/login\?next=%2Fhome%2Fbilling%3Ffrom%3Dmail%23history$/)
    await page.reload()
    await signInHere(page, maya)
    await expect(page).toHaveURL(/\/home\/billing\?from=mail#history$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('and Back does not lead to the sign-in again', async () => {
    await page.goBack()
    await expect(page).not.toHaveURL(/\/login/)
  })

  await test.step('also when another tab has signed in meanwhile', async () => {
    await call(page, 'accounts.signOut')
    await page.goto('/home/services')
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await arriveBySigningIn(page, maya)
    await page.reload()
    await expect(page).toHaveURL(/\/home\/services$/)
  })
})

test('signing in leads nowhere else: not to other hosts, and not to screens of others [2.guard.8]', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).host))
  const vera = await arriveAsVendor(page)
  for (const next of [
    'https://evil.example/vendor/quotes',
    '//evil.example/vendor/quotes',
    '/\\evil.example/vendor/quotes',
    '/\t/evil.example/vendor/quotes',
    'javascript:document.title="owned"',
    '/home/services',
    '/confirm-email#token',
  ])
    await test.step(next, async () => {
      await comesTo(page, vera, `/login?next=${encodeURIComponent(next)}`)
      await expect(page).toHaveURL(/\/vendor\/dashboard$/)
    })
  expect(new Set(requests)).toEqual(new Set([new URL(page.url()).host]))
})
