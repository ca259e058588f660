import { expect } from '@playwright/test'
import { pdf } from '../sample-files.ts'
import { arriveAsResident, arriveAsVendor, call, quoteFor, requestOneVisit } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser } from './people.ts'

/** Screens format numbers and dates themselves (decision 24), because Intl formats are slow on a phone. */
const NO_FORMATS = `for (const name of ['NumberFormat', 'DateTimeFormat'])
  Intl[name] = function () { throw new Error('A screen asks for Intl.' + name) }`

test('screens of residents and vendors show dates, money and numbers, and none of them uses an Intl format', async ({
  browser,
}) => {
  const [maya, vera] = [await openBrowser(browser), await openBrowser(browser)]
  await arriveAsVendor(vera, ['Pest Control'])
  const { address } = await arriveAsResident(maya, 'Maya')
  await requestOneVisit(maya, 'Pest Control', 'The cellar')
  const price = { id: await quoteFor(vera, address), per_visit_price: 1_250_00 }
  await call(vera, 'quotes.submit', price)
  await call(maya, 'quotes.accept', price)
  await maya.request.post('/api/documents?name=Minutes.pdf', { data: pdf() })

  for (const page of [maya, vera]) await page.addInitScript(NO_FORMATS)
  const screens = [
    [maya, '/home/dashboard', /\$\d+\.\d\d/],
    [maya, '/home/services', 'Sun, Jan 4, 2099'],
    [maya, '/home/building', 'Minutes.pdf'],
    [maya, '/home/billing', '$250.00'],
    [maya, '/home/settings', /^[A-Z]\w+ \d+, \d{4}$/],
    [vera, '/vendor/dashboard', 'Sun, Jan 4, 2099'],
    [vera, '/vendor/quotes?tab=accepted', '$1,250.00'],
    [vera, '/vendor/appointments', 'Sun, Jan 4, 2099'],
  ] as const
  for (const [page, path, text] of screens) {
    await page.goto(path)
    await expect(page.getByText(text).first(), path).toBeVisible()
  }
  await expect(maya.evaluate('new Intl.NumberFormat()'), 'this test would see it').rejects.toThrow('A screen')
})
