import { expect, type Page } from '@playwright/test'
import { addDays, formatShortDate, today } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'

const SERVICE = 'Carpet Cleaning'
const ZONE = 'America/Los_Angeles'
/** In the afternoon there. */
const AFTERNOON = '23:30:00Z'

/** Maya at the quotes for a visit of this day, of which one vendor has named a price and one has not. */
async function toQuotes(pages: Page[], day: string) {
  const [maya, curb, rival] = pages
  if (!maya || !curb || !rival) throw new Error('Three people are needed')
  const company = unique('curb')
  await arriveAsCompany(curb, company, `${company}@example.com`, [SERVICE])
  await arriveAsCompany(rival, unique('rival'), `${unique('rival')}@example.com`, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  const request = { description: 'Both sides', service_type: 'on-demand', preferred_start_date: day }
  const service_type_id = types.find(({ name }) => name === SERVICE)?.id
  const { id } = await call<{ id: string }>(maya, 'services.request', { ...request, service_type_id })
  const asked = await ask<{ id: string; address: string }[]>(curb, 'quotes.list', {
    tab: 'needs_quote',
    page: 1,
  })
  // Buildings of other tests ask, too.
  const quote = { id: asked.find((each) => each.address === address)?.id, per_visit_price: 120_00 }
  await call(curb, 'quotes.submit', quote)
  await maya.goto('/home/services')
  await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
  const dialog = maya.getByRole('dialog')
  await dialog.getByRole('button', { name: 'View Quotes' }).click()
  const accept = dialog.getByRole('button', { name: `Accept Quote from ${company}` })
  const confirm = dialog.getByRole('button', { name: 'Accept Quote', exact: true })
  return {
    dialog,
    accept,
    confirm,
    /** A neighbor changes the day. */
    edit: (to: string) => call(maya, 'services.edit', { ...request, id, preferred_start_date: to }),
    /** The vendor says that the price is for this request, too. */
    confirmPrice: () => call(curb, 'quotes.update', quote),
    async review() {
      await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
      await accept.click()
      await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
    },
  }
}

const three = async (open: () => Promise<Page>) => [await open(), await open(), await open()]

test('an acceptance that is reviewed closes when the request changes, says so, and stays closed', async ({
  browser,
}, info) => {
  const now = today(new Date(), ZONE)
  const pages = await three(() => openBrowser(browser))
  const [maya] = pages
  if (!maya) throw new Error('Nobody is there')
  const { dialog, accept, confirm, edit, confirmPrice, review } = await toQuotes(pages, addDays(now, 2))
  await review()
  await expect(dialog).toContainText(formatShortDate(addDays(now, 2), now))
  await expect(dialog.getByRole('definition').last()).toHaveText(
    /^\d+ vendors? that (has|have) not answered$/,
  )
  await expectAccessible(maya)
  await picture(maya, info, 'acceptance-unanswered')
  await edit(addDays(now, 4))
  await expect(said(maya, 'The request changed. Please look at the quotes again.')).toBeVisible()
  await expect(confirm).toHaveCount(0)
  await expect(dialog.getByText('For the earlier request')).toBeVisible()
  await confirmPrice()
  await expect(accept).not.toHaveAttribute('aria-disabled', 'true')
  await expect(confirm, 'nothing opens unasked').toHaveCount(0)
  await review()
  await expect(dialog).toContainText(formatShortDate(addDays(now, 4), now))
})

test('an acceptance says that the hour of its first visit has passed', async ({ browser }, info) => {
  const now = today(new Date(), ZONE)
  const pages = await three(() => openBrowser(browser))
  const [maya] = pages
  if (!maya) throw new Error('Nobody is there')
  await maya.clock.setFixedTime(new Date(`${now}T${AFTERNOON}`))
  const { dialog, review } = await toQuotes(pages, now)
  await review()
  const passed = 'The first visit’s time, 9:00 AM today, has passed. It can no longer be moved or cancelled.'
  await expect(dialog.getByText(passed)).toBeVisible()
  await expectAccessible(maya)
  await picture(maya, info, 'acceptance-passed')
})
