import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany } from './arrive.ts'
import { test } from './journey.ts'
import { fill, home, openBrowser, picture, said, signUpCaptain, unique } from './people.ts'

/** Fails one call until it is allowed again. */
const path = (procedure: string) => new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`)

test('a new captain chooses services, and the vendors get the requests immediately', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state of the dialog
  const [maya, curb] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const company = unique('curb')
  await arriveAsCompany(curb, company, `${company}@example.com`, ['Security Patrol', 'Pest Control'])

  await maya.route(path('services.available'), (route) => route.fulfill({ status: 500 }))
  const welcome = await signUpCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)

  await test.step('when the services fail to load, the dialog shows an error and retries [8.sign-up.1]', async () => {
    await expect(said(welcome, 'Failed to load services')).toBeVisible()
    await expect(welcome.getByRole('button', { name: 'Request Services' })).toBeDisabled()
    await expectAccessible(maya)
    await maya.unroute(path('services.available'))
    await welcome.getByRole('button', { name: 'Try again' }).click()
    await expect(welcome.getByRole('checkbox', { name: 'Snow Removal' })).toBeVisible()
    await picture(maya, info, 'welcome')
    await expectAccessible(maya)
  })

  await test.step('after a reload the question is still there [2.welcome.1]', async () => {
    await maya.reload()
    await expect(welcome).toBeVisible()
  })

  await test.step('nothing chosen is refused', async () => {
    await welcome.getByRole('button', { name: 'Request Services' }).click()
    await expect(said(welcome, 'Please select at least one service.')).toBeVisible()
  })

  await test.step('services are searched, and chosen with a frequency and a job description [2.welcome.4] [2.services.25] [5.welcome.3]', async () => {
    await welcome.getByLabel('Search services').fill('patrol')
    await expect(welcome.getByRole('checkbox')).toHaveCount(1)
    await welcome.getByRole('checkbox', { name: 'Security Patrol' }).check()
    const patrol = welcome.getByRole('group', { name: 'Security Patrol' })
    await expect(patrol.locator('..'), 'its card is green').toHaveCSS('border-color', 'rgb(28, 90, 66)')
    await expect(patrol.getByLabel('Frequency in weeks')).toHaveValue('4')
    await expect(patrol.getByText('Monthly')).toBeVisible()
    await fill(patrol, { 'Frequency in weeks': '2', 'Job Description': 'Once around the house at night' })
    await expect(patrol.getByText('30/200 characters')).toBeVisible()
    await expect(patrol.getByText('Every 2 weeks')).toBeVisible()

    const description = patrol.getByLabel('Job Description')
    await description.fill('x'.repeat(201))
    await welcome.getByRole('button', { name: 'Request Services' }).click()
    await expect(said(welcome, 'Job Description can have at most 200 characters')).toBeVisible()
    await expect(description).toBeFocused()
    await expect(description).toHaveAccessibleDescription(
      /^The text can have at most 200 characters\. Yours has 201\./,
    )
    await description.fill('Once around the house at night')
    await expect(said(welcome, 'can have at most')).toBeHidden()

    await welcome.getByLabel('Search services').fill('')
    await welcome.getByRole('checkbox', { name: 'Pest Control' }).check()
    const pests = welcome.getByRole('group', { name: 'Pest Control' })
    await fill(pests, { 'Frequency in weeks': '53' })
    await pests.getByLabel('Job Description').focus()
    await expect(pests.getByLabel('Frequency in weeks')).toHaveValue('4')
    await expect(welcome.getByText(/^2 services, for a year from /)).toBeVisible()
    await pests.getByLabel('One-time').check()
    await expect(pests.getByLabel('Frequency in weeks')).toHaveCount(0)
    await expect(welcome.getByText(/^2 services, from .*, the recurring for a year\.$/)).toBeVisible()
    await picture(maya, info, 'welcome-chosen')
    await expectAccessible(maya)
  })

  await test.step('when they fail to save, the dialog says why and keeps the choices [8.sign-up.2]', async () => {
    await maya.route(path('services.welcome'), (route) => route.abort())
    await welcome.getByRole('button', { name: 'Request Services' }).click()
    const text = 'Failed to save services: The network is not answering.'
    await expect(welcome.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await maya.unroute(path('services.welcome'))
    await expectAccessible(maya)
  })

  await test.step('then Your Services lists them as quotes pending, and the vendor has the request [2.welcome.3]', async () => {
    await welcome.getByRole('button', { name: 'Request Services' }).click()
    await expect(
      maya.getByRole('alert').filter({ hasText: /^Quote requests sent to [1-9]\d* vendors!$/ }),
    ).toBeVisible()
    await expect(maya.getByRole('heading', { name: 'Your Services (2)' })).toBeVisible()
    const card = maya.getByRole('button', { name: /Security Patrol/ })
    await expect(card).toContainText('Quotes pending for Service')
    await expect(card).toContainText('every 2 weeks')
    await maya.getByRole('button', { name: /Pest Control/ }).click()
    await expect(maya.getByRole('dialog', { name: 'Pest Control' })).toContainText('One-time service')
    await maya.keyboard.press('Escape')
    await picture(maya, info, 'welcome-requested')

    await curb.goto('/vendor/quotes?tab=needs_quote')
    const jobs = curb.getByRole('article').filter({ hasText: address['Street Address'] })
    await expect(jobs).toHaveCount(2)
    await expect(jobs.filter({ hasText: 'Security Patrol' })).toBeVisible()
  })

  await test.step('the question is not asked again', async () => {
    await maya.goto('/home/dashboard')
    await expect(maya.getByRole('heading', { name: 'Your building at a glance' })).toBeVisible()
    await expect(welcome).toBeHidden()
  })
})

test('a captain who skips is not asked again [2.welcome.2]', async ({ browser }) => {
  const maya = await openBrowser(browser)
  const welcome = await signUpCaptain(maya, 'Maya', `${unique('maya')}@example.com`, home(unique('no')))
  await expect(welcome.locator(':focus')).toHaveCount(1)
  await welcome.getByRole('button', { name: 'Skip for Now' }).click()
  await expect(welcome).toBeHidden()
  await maya.reload()
  await expect(maya.getByRole('heading', { name: 'Your building at a glance' })).toBeVisible()
  await expect(maya.getByText('Add your first service')).toBeVisible()
  await expect(welcome).toBeHidden()
})
