import { expect, type Page } from '@playwright/test'
import { MARKUP } from '../hostile.ts'
import { pdf } from '../sample-files.ts'
import { ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { home, openBrowser, PASSWORD, unique } from './people.ts'

/** As much of the corpus as a field allows, after a word to search for. */
const hostile = (word: string, max: number, from = MARKUP) =>
  from.reduce((text, each) => (text.length + each.length < max ? `${text} ${each}` : text), word)

const person = { first_name: hostile('first', 100), last_name: hostile('last', 100), password: PASSWORD }

/** Elements and attributes in the page that the portal never creates, so they came from a text. */
const brought = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('body script:not([src]), body iframe, img[src="x"], svg[onload],' +
    '[onerror], [onload], a[href^="javascript"], a[href*="evil.example"]')].map((each) => each.outerHTML.slice(0, 100))
    .concat(window.hit ? ['a script ran'] : [])`)

/** Expects that the page shows these texts letter by letter, and that none of them had an effect. */
async function expectText(page: Page, path: string, texts: string[], open?: () => Promise<void>) {
  await page.goto(path)
  await open?.()
  const place = open ? page.getByRole('dialog') : page.getByRole('main')
  for (const text of texts) await expect(place).toContainText(text)
  expect([path, await brought(page)]).toEqual([path, []])
}

test('every screen shows what people write as plain text [V1.2.1]', async ({ browser }) => {
  const [maya, ned, curb] = await Promise.all([
    openBrowser(browser),
    openBrowser(browser),
    openBrowser(browser),
  ])
  const address = hostile(unique('no'), 200)
  const place = { address, city: 'Seattle', state: 'WA', zip_code: home('')['Zip Code'] }
  const company_name = hostile(unique('company'), 200)
  const description = hostile('wish', 200)
  // The name is the last part of a path.
  const names = MARKUP.filter((each) => !each.includes('/'))
  const file_name = `${hostile('rules', 180, names)}.pdf`
  const service = 'Snow Removal'

  await test.step('people write the texts', async () => {
    const resident = { ...person, ...place, unit_number: '"><b>4', number_of_units: 24 }
    const email = () => `${unique('x')}@example.com`
    await call(maya, 'accounts.signUpResident', { ...resident, email: email() })
    await call(ned, 'accounts.signUpResident', { ...resident, email: email() })
    const types = await ask<{ id: string; name: string }[]>(maya, 'services.catalog')
    const service_type_id = types.find(({ name }) => name === service)?.id
    const office = { ...person, ...place, company_name, email: email(), phone: '(206) 555-0142' }
    await call(curb, 'accounts.signUpVendor', { ...office, service_type_ids: [service_type_id] })
    await call(maya, 'services.request', {
      ...{ service_type_id, description, service_type: 'recurring', required_every_weeks: 4 },
      ...{ preferred_start_date: '2099-01-05', preferred_end_date: '2099-12-28', excluded_vendors: [] },
    })
    const [quote] = await ask<{ id: string }[]>(curb, 'quotes.list', { tab: 'needs_quote', page: 1 })
    await call(curb, 'quotes.submit', { id: quote?.id, per_visit_price: 12_345 })
    const sent = await maya.request.post(`/api/documents?name=${encodeURIComponent(file_name)}`, {
      data: pdf(),
    })
    expect(sent.status()).toBe(201)
  })

  await test.step('the building’s screens show them', async () => {
    const { first_name, last_name } = person
    await expectText(maya, '/home/dashboard', [])
    await expect(maya.getByRole('banner')).toContainText(first_name)
    await expectText(maya, '/home/building', [file_name, `${first_name} ${last_name}`, address, '"><b>4'])
    await expectText(maya, '/home/services', [service])
    const card = maya.getByRole('button', { name: new RegExp(service) }).first()
    await expectText(maya, '/home/services', [description], () => card.click())
    await maya.getByRole('dialog').getByRole('button', { name: 'View Quotes' }).click()
    await expect(maya.getByRole('dialog').last()).toContainText(company_name)
    expect(await brought(maya)).toEqual([])
    await maya.goto('/home/settings')
    await expect(maya.getByLabel('First Name')).toHaveValue(first_name)
    await expectText(maya, '/home/billing', [address])
  })

  await test.step('the vendor’s screens show them', async () => {
    await expectText(curb, '/vendor/dashboard', [])
    await expectText(curb, '/vendor/quotes?tab=all', [address, description])
    const card = curb.getByRole('article').filter({ hasText: address })
    const details = card.getByRole('button', { name: /details|price/i })
    await expectText(curb, '/vendor/quotes?tab=all', [address, description], async () => {
      await details.click()
      await expect(curb.getByRole('dialog').getByText('Loading the request…')).toHaveCount(0)
    })
    await curb.goto('/vendor/profile')
    await expect(curb.getByLabel(/company/i)).toHaveValue(company_name)
    expect(await brought(curb)).toEqual([])
  })

  await test.step('the same check detects a planted page that renders them as HTML', async () => {
    const body = `<!doctype html><main>${description} ${company_name}</main>`
    await ned.route('**/planted', (route) => route.fulfill({ contentType: 'text/html', body }))
    await ned.goto('/planted')
    expect(await brought(ned)).not.toEqual([])
    // A hydrated page loads its dialogs; earlier, React would find that the page differs.
    const alive = ned.waitForResponse('**/assets/sign-up-dialogs-*.js')
    await ned.goto('/signup')
    await alive
    await ned.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(file_name)}`)
    expect(await brought(ned)).not.toEqual([])
  })
})
