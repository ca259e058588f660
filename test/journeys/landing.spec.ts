import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsResident, arriveAsVendor } from './arrive.ts'
import { answer, hold } from './intercept.ts'
import { test } from './journey.ts'
import { fill, openBrowser, picture, unique } from './people.ts'

const HEADLINE = 'A new kind of HOA service, with more value, clarity and community.'
const THANKS =
  "Thank you for your message! We'll get back to you soon to discuss how the product can help your HOA."
const SORRY = 'Sorry, there was an error sending your message. Please try again.'

/** What the page shows every visitor, with JavaScript or without. */
async function expectComplete(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  await expect(main.getByText('Love your HOA', { exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Our Services',
    'About Stoop',
    'Get in Touch',
  ])
  const services = main.getByRole('region', { name: 'Our Services' })
  await expect(services.getByRole('article')).toHaveCount(3)
  await expect(services).toContainText('Landscaping, snow removal, maintenance, repairs.')
  await expect(services).toContainText('Taking out the trash, accepting deliveries, keeping the spare keys')
  await expect(services).toContainText('Every member sees the budget, the spending and the upcoming projects')
  await expect(main.getByRole('region', { name: 'About Stoop' })).toContainText(
    'two founders and their dog, Goose',
  )
  const contact = main.getByRole('region', { name: 'Get in Touch' })
  await expect(contact).toHaveAttribute('id', 'contact-section')
  await expect(contact.getByLabel('Name')).toHaveAttribute('placeholder', 'Your name')
  await expect(contact.getByLabel('Email')).toHaveAttribute('placeholder', 'Your email address')
  await expect(contact.getByLabel('Tell Us About Your HOA')).toHaveAttribute('rows', '4')
  await expect(contact.getByLabel('Tell Us About Your HOA')).toHaveCSS('min-height', '120px')
  await expect(contact.getByRole('button', { name: 'Send Message' })).toBeVisible()
  for (const name of ['Services.jpg', 'AdvancedServices.jpg', 'transparency.jpg', 'goose.jpg']) {
    const image = main.locator(`img[src="/images/${name}"]`)
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveAttribute('alt', /\w{3}/)
    await expect.poll(() => image.evaluate((img) => 'naturalWidth' in img && img.naturalWidth)).toBe(960)
  }
}

test('a visitor reads the whole page, and its buttons lead where they say [2.landing.8] [2.landing.14] [9.layout.2]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/')
  await expect(page).toHaveTitle('Love your HOA · Stoop')
  await expectComplete(page)
  await expect(page.getByRole('link', { name: 'Access Member Portal' })).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, info, 'landing')

  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Get in Touch' })
    .click()
  await expect(page).toHaveURL(/#contact-section$/)
  await expect(page.getByRole('heading', { name: 'Get in Touch' })).toBeInViewport()

  for (const [name, to] of [
    ['Join', '/signup'],
    ['Sign In', '/login'],
    ['Get Started', '/signup'],
  ] as const) {
    await page.goto('/')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(to)
  }
  // The prerendered page and the hydrated page are the same.
  expect(said).toEqual([])
})

test('without JavaScript the page is complete, and says what does not work [2.landing.11]', async ({
  browser,
}, info) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expectComplete(page)
  const note = page.locator('noscript')
  expect(await note.innerText()).toBe(
    'Sending a message needs JavaScript: please turn it on, and load this page again.',
  )
  await expect(note).toBeVisible()
  await picture(page, info, 'landing-without-javascript')
  await page.getByRole('link', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Join Stoop' })).toBeVisible()
  expect(await note.innerText()).toContain('Stoop needs JavaScript to run.')
  await context.close()
})

test('a signed-in person never sees the visitors’ buttons, not even during loading [2.shell.10] [2.landing.13]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  await arriveAsVendor(page)
  await page.addInitScript(`
    window.seen = []
    new MutationObserver(() => {
      for (const link of document.querySelectorAll('main a')) window.seen.push(link.textContent)
    }).observe(document, { childList: true, subtree: true })`)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADLINE)
  await expect(page.getByRole('link', { name: 'Access Member Portal' })).toBeVisible()
  expect(await page.evaluate('window.seen.includes("Access Member Portal")')).toBe(true)
  expect(await page.evaluate('window.seen.some((words) => words === "Join" || words === "Sign In")')).toBe(
    false,
  )
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toHaveCount(0)
  await picture(page, info, 'landing-signed-in')
  await page.getByRole('link', { name: 'Access Member Portal' }).click()
  await expect(page).toHaveURL(/\/vendor\/dashboard$/)
})

test('a message is sent: idle, sending, success, and idle again after 5 seconds [4.contact.4] [9.time.4]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  await page.clock.install()
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Get in Touch' })
  const send = form.getByRole('button')
  const held = await hold(page, 'contact.send')
  const message = { Name: unique('visitor'), Email: 'visitor', 'Tell Us About Your HOA': 'We are twelve.' }

  await test.step('all three fields are required, and a valid e-mail address [5.contact.4]', async () => {
    await expect.poll(() => page.evaluate('document.forms[0].noValidate'), 'hydrated').toBe(true)
    await send.click()
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
    await fill(form, message)
    await send.click()
    await expect(form.getByLabel('Email')).toBeFocused()
    expect(held.calls()).toBe(0)
    await form.getByLabel('Email').fill('visitor@example.com')
  })

  await test.step('one message, however often the button is clicked [2.landing.12] [4.contact.2] [4.contact.3] [8.contact.2]', async () => {
    await send.dblclick()
    await expect(send).toHaveText('Sending...')
    await expect(send).toBeDisabled()
    await picture(page, info, 'contact-sending')
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))
    held.letGo()
    const thanks = form.getByRole('status')
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return thanks.count()
      })
      .toBe(1)
    await expect(thanks).toHaveText(THANKS)
    for (const label of Object.keys(message)) await expect(form.getByLabel(label)).toHaveValue('')
    await expect(send).toHaveText('Send Message')
    await expect(send).toBeEnabled()
    expect(held.calls()).toBe(1)
    await page.clock.runFor(4800)
    await expect(thanks).toHaveText(THANKS)
    await picture(page, info, 'contact-sent')
    await page.clock.runFor(400)
    await expect(thanks).toHaveCount(0)
  })
})

test('a failed message shows an error for 5 seconds, and can be sent again [4.contact.5] [4.contact.6] [8.contact.1] [9.time.4]', async ({
  browser,
}, info) => {
  const page = await openBrowser(browser)
  await arriveAsResident(page, 'Maya')
  await page.clock.install()
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Get in Touch' })
  const sorry = form.getByRole('alert')
  const message = {
    Name: unique('visitor'),
    Email: 'a@example.com',
    'Tell Us About Your HOA': 'We are twelve.',
  }
  await fill(form, message)
  for (const failure of [
    { status: 500, body: '{}' },
    { status: 502, body: '<h1>Bad Gateway</h1>' },
  ]) {
    const mend = await answer(page, 'contact.send', failure)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(sorry).toHaveText(SORRY)
    await expectAccessible(page, '#contact-section')
    await picture(page, info, 'contact-failed')
    for (const [label, words] of Object.entries(message))
      await expect(form.getByLabel(label)).toHaveValue(words)
    await page.clock.fastForward(5000)
    await expect(sorry).toHaveCount(0)
    await mend()
  }
  await form.getByLabel('Email').fill('a@example')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Email must look like ana@example.com')
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByLabel('Email').fill('a@example.com')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('status')).toHaveText(THANKS)
  await expect(sorry).toHaveCount(0)
})
