import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { addDays, formatLongDate, formatMonth, startOfMonth, today } from '../../src/domain/calendar.ts'
import { NO_TERMS } from '../../src/domain/quotes/terms.ts'
import { pdfText } from '../pdf-text.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { silence } from './intercept.ts'
import { test } from './journey.ts'
import { openBrowser, picture, said, unique } from './people.ts'
import { write } from './portal-data.ts'

// No other journey asks for it.
const SERVICE = 'Leaf Removal'
const TODAY = today(new Date(), 'America/Los_Angeles')
const LAST_MONTH = startOfMonth(addDays(startOfMonth(TODAY), -1))

/** A vendor with three finished visits at one building: today, yesterday, and on the first day of the last month. */
async function finishedVisits(browser: Browser) {
  const [maya, vera] = [await openBrowser(browser), await openBrowser(browser)]
  const email = `${unique('rakes')}@example.com`
  await arriveAsCompany(vera, unique('rakes'), email, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === SERVICE)?.id,
    description: 'The court and the steps.',
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: TODAY,
    preferred_end_date: addDays(TODAY, 14),
  })
  const id = await quoteFor(vera, address)
  const terms = { ...NO_TERMS, start_price: 40_00 }
  await call(vera, 'quotes.submit', { id, per_visit_price: 95_00, terms })
  await call(maya, 'quotes.accept', { id, per_visit_price: 95_00, terms })
  await write(
    `with dated as (
       select a.id, (array[$2, $3, $4]::date[])[row_number() over (order by scheduled_date)] as day
       from appointments a where service_quote_id = $1)
     update appointments a set status = 'completed', completed_at = now(), scheduled_date = day, confirmed_date = day
     from dated where dated.id = a.id`,
    id,
    TODAY,
    addDays(TODAY, -1),
    LAST_MONTH,
  )
  return { maya, vera, address }
}

/** A reload opens what is open again, so it is closed before the next page. */
async function closed(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()
}

const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number })

test('a vendor drafts an invoice for finished visits, edits and sends it, and then it stays [Product 3.1] [2.placeholder.vendor-invoices]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { maya, vera, address } = await finishedVisits(browser)
  const dialog = vera.getByRole('dialog').first()
  const totals = dialog.getByLabel('Sums')
  const visits = dialog.getByRole('checkbox', { name: new RegExp(`^${SERVICE}, \\w{3}, `) })
  const prices = dialog.getByRole('textbox', { name: new RegExp(`^Price of ${SERVICE}, \\w{3}, `) })

  await test.step('nothing is there yet, and the building waits with its finished visits', async () => {
    await vera.goto('/vendor/invoices')
    await expect(vera.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
    await expect(
      vera.getByText('Create invoices for finished visits and see what has been paid.'),
    ).toBeVisible()
    await expect(vera.getByRole('heading', { name: 'No invoices yet' })).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'invoices-none')
    await vera.getByRole('button', { name: 'Create Invoice' }).click()
    const building = dialog.getByRole('button', { name: new RegExp(address) })
    await expect(building).toContainText('3 visits, 1 one-time price')
    await expect(building).toContainText('$325.00')
    await expectAccessible(vera)
    await picture(vera, info, 'invoice-buildings')
    await building.click()
  })

  await test.step('all is ticked at its agreed price, which can only be lowered', async () => {
    await expect(visits).toHaveCount(3)
    await expect(dialog.getByLabel('Number')).toHaveValue('INV-0001')
    await expect(dialog.getByLabel('Due date')).toHaveValue(addDays(TODAY, 30))
    await expect(totals).toContainText('$325.00')
    await visits.first().uncheck()
    await prices.first().fill('95.01')
    await dialog.getByRole('button', { name: 'Save Draft' }).click()
    await expect(dialog.getByText('At most $95.00, as agreed')).toBeVisible()
    await expect(prices.first()).toBeFocused()
    await prices.first().fill('90')
    await expect(dialog.getByText('Agreed at $95.00')).toBeVisible()
  })

  await test.step('an extra, the tax and the due date are checked at their fields', async () => {
    await dialog.getByRole('button', { name: 'Add Extra' }).click()
    await expect(dialog.getByLabel('Extra 1', { exact: true })).toBeFocused()
    await dialog.getByLabel('Price of extra 1').fill('12.50')
    await dialog.getByLabel('Tax rate').fill('31')
    await dialog.getByRole('button', { name: 'Save Draft' }).click()
    await expect(dialog.getByText('Description is required')).toBeVisible()
    await expect(dialog.getByText('Tax rate must be from 0 to 30 percent, such as 10.25')).toBeVisible()
    await dialog.getByLabel('Extra 1', { exact: true }).fill('A broken rake')
    await dialog.getByLabel('Tax rate').fill('10.25')
    await dialog.getByLabel('Due date').fill(addDays(TODAY, -1))
    await dialog.getByRole('button', { name: 'Save Draft' }).click()
    await expect(dialog.getByText('An invoice is due on its date or later')).toBeVisible()
    await dialog.getByLabel('Due date').fill(addDays(TODAY, 14))
    await expect(totals).toContainText('$237.50')
    await expect(totals).toContainText('$24.34')
    await expect(totals).toContainText('$261.84')
    await expectAccessible(vera)
    await picture(vera, info, 'invoice-form')
  })

  await test.step('without a network nothing typed is lost, and a reload keeps it; then it is saved once', async () => {
    await vera.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Save Draft' }).click()
    await expect(said(dialog, `The invoice could not be saved: ${silence}`)).toBeVisible()
    await vera.context().setOffline(false)
    await vera.reload()
    await expect(totals).toContainText('$261.84')
    await expect(dialog.getByLabel('Extra 1', { exact: true })).toHaveValue('A broken rake')
    await dialog.getByRole('button', { name: 'Save Draft' }).dblclick()
    await expect(said(vera, 'Draft INV-0001 saved.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(vera, 'INV-0001')).toHaveCount(1)
    await expect(row(vera, 'INV-0001')).toContainText('Draft')
    await expect(row(vera, 'INV-0001')).toContainText('$261.84')
  })

  await test.step('the draft is edited', async () => {
    await vera.goto('/vendor/invoices')
    await expect(vera.getByRole('tab', { name: 'Draft 1' })).toHaveAttribute('aria-selected', 'true')
    await expect(vera.getByText('1 draft, $261.84 in all')).toBeVisible()
    await picture(vera, info, 'invoices')
    await vera.getByRole('button', { name: 'Edit invoice INV-0001' }).click()
    await expect(visits).toHaveCount(3)
    await expect(prices.first()).toHaveValue('90.00')
    await dialog.getByRole('button', { name: 'Remove extra 1' }).click()
    await dialog.getByLabel('Note').fill('Thank you.\nPlease pay by transfer.')
    await expect(totals).toContainText('$248.06')
    await dialog.getByRole('button', { name: 'Save Draft' }).click()
    await expect(said(vera, 'Draft INV-0001 saved.')).toBeVisible()
    await expect(row(vera, 'INV-0001')).toContainText('$248.06')
  })

  await test.step('it is sent once that is confirmed, and stays as it is', async () => {
    await vera.getByRole('button', { name: 'Edit invoice INV-0001' }).click()
    await dialog.getByRole('button', { name: 'Send Invoice' }).click()
    const question = vera.getByRole('dialog', { name: 'Send Invoice' })
    const due = formatLongDate(addDays(TODAY, 14))
    await expect(question).toContainText(
      `Send invoice INV-0001 of $248.06 to ${address}, Seattle, due on ${due}?`,
    )
    await expectAccessible(vera)
    await picture(vera, info, 'invoice-send')
    await question.getByRole('button', { name: 'Send Invoice' }).click()
    await expect(said(vera, 'Invoice INV-0001 sent. The building gets an email.')).toBeVisible()
    await expect(vera.getByRole('heading', { name: 'No drafts' })).toBeVisible()
    await vera.getByRole('tab', { name: 'Sent 1' }).click()
    await expect(row(vera, 'INV-0001')).toContainText('Sent')
    await vera.getByRole('button', { name: 'View invoice INV-0001' }).click()
    await expect(
      dialog.getByRole('list', { name: 'Lines of the invoice' }).getByRole('listitem'),
    ).toHaveCount(3)
    await expect(dialog).toContainText('$248.06')
    await expect(dialog).toContainText('Please pay by transfer.')
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(vera)
    await picture(vera, info, 'invoice-sent')
    await vera.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const csv = await vera.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
    expect(csv).toBe('/api/invoices/invoices.csv?tab=sent')
    expect(await (await vera.request.get(csv ?? '')).text()).toContain('INV-0001')
  })

  await test.step('its building finds it among its payments, with each line', async () => {
    await maya.goto('/home/payments')
    const received = maya.getByRole('region', { name: 'Vendor Invoices' })
    await expect(row(maya, 'INV-0001')).toContainText('$248.06')
    await received.scrollIntoViewIfNeeded()
    await expectAccessible(maya)
    await picture(maya, info, 'invoices-received')
    await received.getByRole('button', { name: 'View invoice INV-0001' }).click()
    const opened = maya.getByRole('dialog', { name: 'Invoice INV-0001' })
    await expect(
      opened.getByRole('list', { name: 'Lines of the invoice' }).getByRole('listitem'),
    ).toHaveCount(3)
    await expect(opened).toContainText('Please pay by transfer.')
    await expect(opened.getByText('Everything matches:')).toBeVisible()
    await expect(opened.getByRole('link', { name: `Quotes for ${SERVICE}` })).toHaveCount(3)
    await opened
      .getByRole('button', { name: new RegExp(`^Proof: ${SERVICE} on`) })
      .first()
      .click()
    const proof = maya.getByRole('dialog', { name: SERVICE })
    await expect(proof.getByText('Nobody has checked in at this visit.')).toBeVisible()
    await maya.keyboard.press('Escape')
    await expect(proof).toBeHidden()
    await expect(opened).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'invoice-received')
  })

  await test.step('one that matches is approved in one tap, and its vendor sees it [Product 3.2]', async () => {
    await maya.getByRole('button', { name: 'Approve $248.06' }).dblclick()
    await expect(said(maya, '$248.06 of invoice INV-0001 approved.')).toBeVisible()
    await expect(row(maya, 'INV-0001')).toContainText('Approved')
    await vera.goto('/vendor/invoices?tab=approved')
    await expect(row(vera, 'INV-0001')).toContainText('Approved')
  })

  await test.step('it is paid in two parts, which its vendor sees and prints [Product 3.3]', async () => {
    const opened = maya.getByRole('dialog', { name: 'Invoice INV-0001' })
    const question = maya.getByRole('dialog', { name: 'Record Payment' })
    await maya.getByRole('button', { name: 'View invoice INV-0001' }).click()
    await expect(opened.getByLabel('Amount')).toHaveValue('248.06')
    await opened.getByLabel('Amount').fill('300')
    await opened.getByRole('button', { name: 'Record Payment' }).click()
    await expect(opened.getByText('At most $248.06 of this invoice is open')).toBeVisible()
    await opened.getByLabel('Amount').fill('100')
    await opened.getByLabel('Method').selectOption('Check')
    await opened.getByLabel('Reference').fill('1042')
    await expectAccessible(maya)
    await picture(maya, info, 'invoice-payment')
    await opened.getByRole('button', { name: 'Record Payment' }).click()
    await expect(question).toContainText('Record that $100.00 of invoice INV-0001 was paid to')
    await question.getByRole('button', { name: 'Record' }).dblclick()
    await expect(said(maya, 'Payment of $100.00 for invoice INV-0001 recorded.')).toBeVisible()
    await maya.getByRole('button', { name: 'View invoice INV-0001' }).click()
    await expect(opened.getByLabel('Amount')).toHaveValue('148.06')
    await opened.getByRole('button', { name: 'Record Payment' }).click()
    await question.getByRole('button', { name: 'Record' }).click()
    const received = maya.getByRole('region', { name: 'Vendor Invoices' })
    await expect(received.getByRole('row').filter({ hasText: 'INV-0001' })).toContainText('Paid')
    await vera.goto('/vendor/invoices?tab=paid')
    await vera.getByRole('button', { name: 'View invoice INV-0001' }).click()
    const payments = dialog.getByRole('list', { name: 'Payments' }).getByRole('listitem')
    await expect(payments).toHaveCount(2)
    await expect(payments.first()).toContainText('$100.00')
    await picture(vera, info, 'invoice-paid')
    const href = await dialog.getByRole('link', { name: 'Download PDF' }).getAttribute('href')
    const pdf = await vera.request.get(href ?? '')
    expect(pdf.headers()['content-disposition']).toContain('Invoice INV-0001.pdf')
    expect(await pdfText(new Uint8Array(await pdf.body()))).toContain('Please pay by transfer.')
  })
})

test('a captain refuses an extra with a reason, and approves the rest [Product 3.2]', async ({
  browser,
}, info) => {
  const { maya, vera } = await finishedVisits(browser)
  await maya.setViewportSize({ width: 375, height: 812 })
  const opened = maya.getByRole('dialog', { name: 'Invoice INV-0001' })
  await vera.goto('/vendor/invoices')
  await vera.getByRole('button', { name: 'Create Invoice' }).click()
  const dialog = vera.getByRole('dialog').first()
  await dialog.getByRole('button', { name: /3 visits/ }).click()
  await dialog.getByRole('button', { name: 'Add Extra' }).click()
  await dialog.getByLabel('Extra 1', { exact: true }).fill('A broken rake')
  await dialog.getByLabel('Price of extra 1').fill('12.50')
  await dialog.getByRole('button', { name: 'Save and Send' }).click()
  const question = vera.getByRole('dialog', { name: 'Send Invoice' })
  await question.getByRole('button', { name: 'Send Invoice' }).click()
  await expect(said(vera, /^Invoice INV-0001 sent\./)).toBeVisible()

  await maya.goto('/home/payments')
  await maya.getByRole('button', { name: 'View invoice INV-0001' }).click()

  await test.step('the captain disputes it, and both sides write', async () => {
    await opened.getByRole('button', { name: 'Dispute' }).click()
    await opened.getByLabel('Reason').fill('Which rake?')
    await picture(maya, info, 'invoice-dispute-phone')
    await opened.getByRole('button', { name: 'Dispute Invoice' }).click()
    await expect(said(maya, 'Invoice INV-0001 disputed.')).toBeVisible()
    await expect(row(maya, 'INV-0001')).toContainText('Disputed')
    await maya.getByRole('button', { name: 'View invoice INV-0001' }).click()
    await vera.goto('/vendor/invoices?tab=disputed')
    await vera.getByRole('button', { name: 'View invoice INV-0001' }).click()
    await expect(dialog.getByText('Which rake?')).toBeVisible()
    await dialog.getByLabel('Message to').fill('The one that your stairs broke.')
    await expectAccessible(vera)
    await dialog.getByRole('button', { name: 'Send' }).click()
    const messages = opened.getByRole('list', { name: 'Messages about this invoice' }).getByRole('listitem')
    await expect(messages).toHaveCount(2)
    await expect(messages.last()).toContainText('The one that your stairs broke.')
    await expectAccessible(maya)
    await picture(maya, info, 'invoice-disputed-phone')
  })

  const extra = opened.getByRole('radiogroup', { name: 'A broken rake, $12.50' })
  await opened.getByRole('button', { name: 'Approve $337.50' }).click()
  await expect(opened.getByText('Approve or refuse this extra')).toBeVisible()
  await extra.getByLabel('Refuse').check()
  await opened.getByRole('button', { name: 'Approve $325.00 of $337.50' }).click()
  await expect(opened.getByText('Reason is required')).toBeVisible()
  await opened.getByLabel('Reason').fill('It broke last year.')
  await expectAccessible(maya)
  await picture(maya, info, 'invoice-extra-phone')
  await opened.getByRole('button', { name: 'Approve $325.00 of $337.50' }).click()
  await expect(said(maya, '$325.00 of invoice INV-0001 approved.')).toBeVisible()
  await closed(dialog)
  await vera.goto('/vendor/invoices?tab=approved')
  await vera.getByRole('button', { name: 'View invoice INV-0001' }).click()
  await expect(dialog.getByText('Not paid: It broke last year.')).toBeVisible()
  await expect(dialog.getByText('$325.00')).toBeVisible()

  await test.step('the vendor credits a visit, which is then owed no more, and can be invoiced again [Product 3.1]', async () => {
    await vera.setViewportSize({ width: 375, height: 812 })
    await dialog.getByRole('button', { name: 'Credit Note' }).click()
    const lines = dialog.getByRole('group', { name: 'Lines to credit' }).getByRole('checkbox')
    await expect(lines).toHaveCount(4)
    await dialog.getByRole('button', { name: 'Create Credit Note' }).click()
    await expect(dialog.getByText('Choose at least one line')).toBeVisible()
    await expect(lines.first()).toBeFocused()
    await lines.first().check()
    await dialog.getByLabel('Reason').fill('This visit was for the house next door.')
    await expect(dialog.getByText('Credits $95.00 with tax. $230.00 is left.')).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'credit-note-phone')
    await dialog.getByRole('button', { name: 'Create Credit Note' }).click()
    const question = vera.getByRole('dialog', { name: 'Create Credit Note' })
    await expect(question).toContainText('Credit $95.00 of invoice INV-0001? $230.00 of it is left then.')
    await vera.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await dialog.getByRole('button', { name: 'Create Credit Note' }).click()
    await question.getByRole('button', { name: 'Create Credit Note' }).dblclick()
    await expect(said(vera, '$95.00 of invoice INV-0001 credited.')).toBeVisible()
    const notes = dialog.getByRole('list', { name: 'Credit notes' }).getByRole('listitem')
    await expect(notes).toHaveCount(1)
    await picture(vera, info, 'invoice-credited-phone')
    const note = await notes.getByRole('link', { name: 'Credit note CN-0001' }).getAttribute('href')
    const pdf = await vera.request.get(note ?? '')
    expect(await pdfText(new Uint8Array(await pdf.body()))).toContain(
      'This visit was for the house next door.',
    )
    await maya.goto('/home/payments')
    await expect(row(maya, 'INV-0001')).toContainText('$230.00')
    await maya.getByRole('button', { name: 'View invoice INV-0001' }).click()
    await expect(opened.getByText('$230.00 is open')).toBeVisible()
    await expect(opened.getByText('Credited with CN-0001')).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'invoice-credited-received-phone')
    await closed(dialog)
    await vera.goto('/vendor/invoices')
    await vera.getByRole('button', { name: 'Create Invoice' }).click()
    await expect(dialog.getByRole('button', { name: /1 visit/ })).toContainText('$95.00')
  })
})

test('on a phone a vendor drafts all of last month at once, looks at a draft, discards it, and sends one at once [Product 3.1]', async ({
  browser,
}, info) => {
  test.slow() // axe checks each state
  const { vera } = await finishedVisits(browser)
  await vera.setViewportSize({ width: 375, height: 812 })
  const dialog = vera.getByRole('dialog').first()
  const asked = vera.getByRole('dialog', { name: 'Draft last month' })

  await test.step('it says first what it will do, and then how many drafts it made', async () => {
    await vera.goto('/vendor/invoices')
    const monthly = vera.getByRole('checkbox', { name: 'Draft each month by itself' })
    // It is shown before it is kept.
    const kept = vera.waitForResponse(/invoices\.setMonthly/)
    await monthly.check()
    expect((await kept).ok()).toBe(true)
    await vera.reload()
    await expect(monthly).toBeChecked()
    await vera.getByRole('button', { name: 'Draft last month' }).click()
    await expect(asked).toContainText(`you finished in ${formatMonth(LAST_MONTH)} and have not invoiced`)
    await picture(vera, info, 'invoices-month-phone')
    await asked.getByRole('button', { name: 'Make Drafts' }).click()
    await expect(said(vera, '1 draft made, $')).toBeVisible()
    await expect(row(vera, 'INV-0001')).toContainText('Draft')
    await vera.getByRole('button', { name: 'Draft last month' }).click()
    await asked.getByRole('button', { name: 'Make Drafts' }).click()
    await expect(
      said(vera, `Nothing to invoice: no visit finished in ${formatMonth(LAST_MONTH)}`),
    ).toBeVisible()
    await expectAccessible(vera)
    await picture(vera, info, 'invoices-phone')
  })

  await test.step('a draft is discarded, and its visits can be invoiced again', async () => {
    await vera.getByRole('button', { name: 'Edit invoice INV-0001' }).click()
    await expect(dialog.getByLabel('Number')).toHaveValue('INV-0001')
    await expectAccessible(vera)
    await picture(vera, info, 'invoice-form-phone')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await vera.getByRole('dialog', { name: 'Discard Draft' }).getByRole('button', { name: 'Discard' }).click()
    await expect(said(vera, 'Draft INV-0001 discarded.')).toBeVisible()
    await expect(vera.getByRole('heading', { name: 'No invoices yet' })).toBeVisible()
  })

  await test.step('a new one is saved and sent at once', async () => {
    await vera.getByRole('button', { name: 'Create Invoice' }).click()
    await dialog.getByRole('button', { name: /3 visits/ }).click()
    await dialog.getByRole('button', { name: 'Save and Send' }).click()
    await vera
      .getByRole('dialog', { name: 'Send Invoice' })
      .getByRole('button', { name: 'Send Invoice' })
      .click()
    await expect(said(vera, /^Invoice INV-0001 sent\./)).toBeVisible()
    await expect(vera.getByRole('tab', { name: 'Sent 1' })).toBeVisible()
    await vera.getByRole('button', { name: 'Create Invoice' }).click()
    await expect(dialog.getByRole('heading', { name: 'Nothing to invoice' })).toBeVisible()
    await picture(vera, info, 'invoice-nothing-phone')
  })
})
