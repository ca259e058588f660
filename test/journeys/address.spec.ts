import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { arriveAsCaptain } from './arrive.ts'
import { test } from './journey.ts'
import { fill, home, openBrowser, PASSWORD, picture, said, unique } from './people.ts'

/** The resident dialog at step 2, 'Find Your Building'. */
async function findBuilding(page: Page, email: string): Promise<Locator> {
  await page.goto('/signup')
  await page.getByRole('button', { name: /Homeowner/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Sign up' }).click()
  const password = { Password: PASSWORD, 'Confirm Password': PASSWORD }
  await fill(dialog, { 'First Name': 'Ned', 'Last Name': 'Rivera', Email: email, ...password })
  await dialog.getByRole('button', { name: 'Next: Building Info' }).click()
  await expect(dialog.getByRole('heading', { name: 'Find Your Building' })).toBeVisible()
  return dialog
}

async function expectAddress(dialog: Locator, address: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(address))
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(value)
}

test('without a maps service the portal suggests the buildings it knows', async ({ browser }, info) => {
  const [maya, ned] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  const street = address['Street Address']
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  const dialog = await findBuilding(ned, `${unique('ned')}@example.com`)
  const field = dialog.getByRole('combobox', { name: 'Street Address' })
  const option = dialog.getByRole('option', { name: `${street}, Seattle, WA 98101` })

  await test.step('from three characters on, by keyboard [2.resident-signup.9]', async () => {
    await expect(field).toBeFocused()
    await field.pressSequentially(street.slice(0, 2))
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await field.pressSequentially(street.slice(2, -4).toUpperCase())
    await expect(option).toBeVisible()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(dialog.getByText('1 address to choose from')).toBeAttached()
    await picture(ned, info, 'address-suggestions')
    await expectAccessible(ned)
  })

  await test.step('Escape closes the list but not the dialog; typing opens it again', async () => {
    await ned.keyboard.press('Escape')
    await expect(option).toBeHidden()
    await expect(dialog).toBeVisible()
    await field.pressSequentially(' ')
    await expect(option).toBeVisible()
  })

  await test.step('a chosen suggestion fills in city, state and zip, and is the same building [2.resident-signup.14]', async () => {
    await ned.keyboard.press('ArrowDown')
    await expect(field).toHaveAttribute('aria-activedescendant', /.+/)
    await ned.keyboard.press('Enter')
    await expect(option).toBeHidden()
    await expectAddress(dialog, address)
    await expect(field).toBeFocused()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(said(ned, 'Your building is already signed up for Stoop!')).toBeVisible()
  })
})

test('suggestions can be ignored', async ({ browser }) => {
  const ned = await openBrowser(browser)
  const dialog = await findBuilding(ned, `${unique('ned')}@example.com`)
  await fill(dialog, home(unique('new')))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading', { name: 'Tell Us About Your Building' })).toBeVisible()
})

test('an address that is written like a known one is offered, and can be chosen or not', async ({
  browser,
}, info) => {
  const [maya, ned] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const number = `${4000 + info.workerIndex * 10 + ['desk', 'phone', 'keyboard'].indexOf(info.project.name)}`
  const known = { ...home(number), 'Street Address': `${number} Larkspur Terrace N` }
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, known)
  const dialog = await findBuilding(ned, `${unique('ned')}@example.com`)
  const question = dialog.getByRole('region', { name: 'Did you mean …?' })
  const offered = question.getByRole('button', { name: `${number} Larkspur Terrace N, Seattle, WA 98101` })
  const next = dialog.getByRole('button', { name: 'Continue' })

  await test.step('the question takes the focus, and Tab leads to its answers', async () => {
    await fill(dialog, { ...known, 'Street Address': `${number} Larskpur Terr` })
    await next.click()
    await expect(question).toBeFocused()
    await picture(ned, info, 'did-you-mean')
    await expectAccessible(ned, '[role=dialog]')
    await ned.keyboard.press('Tab')
    await expect(offered).toBeFocused()
  })

  await test.step('another address takes the question away; going on is asking again', async () => {
    await fill(dialog, { 'Zip Code': '98109' })
    await expect(question).toBeHidden()
    await next.click()
    await expect(question).toBeFocused()
  })

  await test.step('pressing Continue again goes on with what was typed', async () => {
    await next.click()
    await expect(dialog.getByRole('heading', { name: 'Tell Us About Your Building' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(question).toBeVisible()
  })

  await test.step('the chosen address fills the fields, and is the known building, however its suffix is written [5.resident.4]', async () => {
    await offered.press('Enter')
    await expect(question).toBeHidden()
    await expectAddress(dialog, known)
    await expect(dialog.getByLabel('Street Address')).toBeFocused()
    await fill(dialog, { 'Street Address': `${number} Larkspur Ter. North #3B` })
    await next.click()
    await expect(said(ned, 'Your building is already signed up for Stoop!')).toBeVisible()
  })
})

/** A script in place of Google's maps service, which no test can reach. */
const MAPS_SCRIPT = `
  class AutocompleteSessionToken {}
  class AutocompleteSuggestion {
    static async fetchAutocompleteSuggestions(request) {
      window.mapsRequest = request
      const part = (types, longText, shortText = longText) => ({ types, longText, shortText })
      const addressComponents = [
        part(['street_number'], '77'), part(['route'], 'Yesler Avenue', 'Yesler Ave'), part(['locality'], 'Seattle'),
        part(['administrative_area_level_1'], 'Washington', 'WA'), part(['postal_code'], '98104')]
      const place = { fetchFields: async () => ({ place: { addressComponents } }) }
      return { suggestions: [
        { placePrediction: { text: { text: '77 Yesler Ave, Seattle, WA, USA' }, toPlace: () => place } }] }
    }
  }
  google.maps.importLibrary = async () => ({ AutocompleteSuggestion, AutocompleteSessionToken })
  google.maps.__ib__()`

/** Sets a key as an operator would: the test's server has none. */
async function withMapsKey(page: Page): Promise<void> {
  await page.route('**/signup', async (route) => {
    const answer = await route.fetch()
    const { 'content-security-policy': _, ...headers } = answer.headers()
    const without = '&quot;maps_key&quot;:null'
    const body = await answer.text()
    expect(body).toContain(without)
    const key = '&quot;maps_key&quot;:&quot;a-public-key&quot;'
    await route.fulfill({ response: answer, headers, body: body.replace(without, key) })
  })
}

test('with a key the maps service suggests US addresses; its script loads when the field gets the focus [2.resident-signup.10-12] [7.maps.1]', async ({
  browser,
}) => {
  const ned = await openBrowser(browser)
  await withMapsKey(ned)
  const scripts: string[] = []
  await ned.route('https://maps.googleapis.com/**', (route) => {
    scripts.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: MAPS_SCRIPT })
  })
  const dialog = await findBuilding(ned, `${unique('ned')}@example.com`)
  await expect.poll(() => scripts.length).toBe(1)
  expect(scripts[0]).toMatch(/[?&]key=a-public-key&/)
  expect(scripts[0]).toMatch(/[?&]libraries=places&/)
  const field = dialog.getByRole('combobox', { name: 'Street Address' })
  // At once: a slow machine would ask for a part of it first.
  await field.fill('77 yes')
  await dialog.getByRole('option', { name: '77 Yesler Ave, Seattle, WA' }).click()
  await expectAddress(dialog, {
    'Street Address': '77 Yesler Ave',
    City: 'Seattle',
    State: 'WA',
    'Zip Code': '98104',
  })
  const request = await ned.evaluate('({ ...mapsRequest, sessionToken: undefined })')
  expect(request).toMatchObject({ input: '77 yes', includedRegionCodes: ['us'] })
})

test('when the maps service fails, the portal suggests the buildings it knows [2.resident-signup.13]', async ({
  browser,
}) => {
  const [maya, ned] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const address = home(unique('no'))
  await arriveAsCaptain(maya, 'Maya', `${unique('maya')}@example.com`, address)
  await withMapsKey(ned)
  await ned.route('https://maps.googleapis.com/**', (route) => route.abort())
  const dialog = await findBuilding(ned, `${unique('ned')}@example.com`)
  const street = address['Street Address']
  await dialog.getByRole('combobox', { name: 'Street Address' }).pressSequentially(street)
  await dialog.getByRole('option', { name: street }).click()
  await expectAddress(dialog, address)
})
