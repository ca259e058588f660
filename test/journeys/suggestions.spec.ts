import { expect, type Page } from '@playwright/test'
import { addDays, formatShortDate } from '../../src/domain/calendar.ts'
import { expectAccessible } from './accessible.ts'
import { bookedToday, PHONE } from './booked-today.ts'
import { test } from './journey.ts'
import { fill, picture, said } from './people.ts'

const visitOf = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Gutter Cleaning' }).first()

async function suggest(page: Page, date: string, reason: string): Promise<void> {
  await visitOf(page)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Suggest another time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suggest another time' })
  await fill(dialog, { Date: date, Time: '10:30', Reason: reason })
  await dialog.getByRole('button', { name: 'Suggest another time' }).click()
  await expect(dialog).toBeHidden()
}

test('a vendor suggests another time, the captain declines one and accepts the next [Product 1.3]', async ({
  browser,
}, info) => {
  test.slow() // two people, and axe with an open suggestion
  const { maya, curb, company, day } = await bookedToday(browser, PHONE, 3)
  const [first, second] = [addDays(day, 1), addDays(day, 2)]
  const shown = (date: string) => `${formatShortDate(date, day)} at 10:30 AM`

  await test.step('the time is seen by both, and the visit stays', async () => {
    await maya.goto('/home/services')
    await expect(visitOf(maya)).toContainText('9:00 AM')
    await curb.goto('/vendor/appointments')
    await suggest(curb, first, 'Frost is due on that morning.')
    await expect(said(curb, /suggested\. The HOA representative will get an email/)).toBeVisible()
    await expect(visitOf(curb).getByRole('button', { name: /^Withdraw/ })).toBeVisible()
    await expect(visitOf(curb).getByRole('button', { name: /^Accept/ })).toBeHidden()
    await expect(visitOf(maya)).toContainText(
      `${company} suggests ${shown(first)}: Frost is due on that morning.`,
    )
    await expect(visitOf(maya)).toContainText('9:00 AM')
    await expectAccessible(maya)
    await picture(maya, info, 'visit-suggested')
    await picture(curb, info, 'visit-suggested-vendor')
  })

  await test.step('declined, it is gone on both sides', async () => {
    await visitOf(maya)
      .getByRole('button', { name: `Decline ${shown(first)} for Gutter Cleaning` })
      .click()
    await expect(said(maya, `The visit stays as it is. ${company} will get an email.`)).toBeVisible()
    await expect(visitOf(maya)).not.toContainText('suggests')
    await expect(visitOf(curb)).not.toContainText('suggests')
  })

  await test.step('a withdrawn one can’t be answered', async () => {
    await suggest(curb, first, 'Frost again.')
    await expect(visitOf(maya)).toContainText('Frost again.')
    await visitOf(curb)
      .getByRole('button', { name: /^Withdraw/ })
      .click()
    await expect(visitOf(maya)).not.toContainText('suggests')
  })

  await test.step('accepted by the captain, the visit is where the vendor suggested', async () => {
    await suggest(curb, second, 'The lift is booked.')
    await visitOf(maya)
      .getByRole('button', { name: /^Accept/ })
      .click()
    await expect(visitOf(maya)).toContainText('10:30 AM')
    await expect(visitOf(maya)).toContainText(`by ${company}: The lift is booked.`)
    await expect(visitOf(curb)).toContainText('10:30 AM')
    await expect(visitOf(curb)).not.toContainText('suggests')
  })

  await test.step('the captain suggests, and the vendor accepts on the phone', async () => {
    await suggest(maya, first, 'The courtyard is being painted.')
    await expect(visitOf(curb)).toContainText('The HOA representative suggests')
    await visitOf(curb)
      .getByRole('button', { name: /^Accept/ })
      .click()
    await expect(said(curb, /The HOA representative will get an email/)).toBeVisible()
    await expect(visitOf(maya)).toContainText('by the HOA representative: The courtyard is being painted.')
  })
})
