import { expect, type Page } from '@playwright/test'
import { pdf } from '../sample-files.ts'
import { arriveAsResident, arriveAsVendor, call, quoteFor, requestOneVisit } from './arrive.ts'
import { hold } from './intercept.ts'
import { test } from './journey.ts'
import { confirmAcceptance, goByMenu, openBrowser, said, unique } from './people.ts'

// A click shows its result before the server has answered. Each response is held, so the screen shows the browser's
// own optimistic update, and after a failure its rollback, because the list is held, too.

const REFUSAL = 'the building is being painted'

/** Waits until the last response is rendered. */
const rendered = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

async function openBuilding(page: Page): Promise<void> {
  await page.goto('/home/building')
  await expect(page.getByRole('region', { name: 'Building Members' }).getByRole('row').nth(1)).toBeVisible()
}

test('a member is accepted at the click, and pending again when the call fails', async ({ browser }) => {
  const [maya, ned, tess] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  const { address } = await arriveAsResident(maya, 'Maya')
  const neighbor = await arriveAsResident(ned, 'Ned', address)
  await openBuilding(maya)
  const row = maya.getByRole('row').filter({ hasText: neighbor.email })
  const accept = row.getByRole('button', { name: 'Accept Ned Rivera' })
  const remove = row.getByRole('button', { name: 'Remove Ned Rivera' })
  const yes = (action: string) => maya.getByRole('dialog').getByRole('button', { name: action, exact: true })

  await test.step('an acceptance fails', async () => {
    const answer = await hold(maya, 'members.accept')
    await accept.click()
    await yes('Accept').click()
    await expect(row).toContainText('Active')
    await expect(remove).toBeFocused()
    const list = await hold(maya, 'members.list')
    answer.letGo(REFUSAL)
    await expect(said(maya, `Failed to accept user: ${REFUSAL}`)).toBeVisible()
    await expect(row).toContainText('Pending')
    await expect(accept).toBeFocused()
    list.letGo()
  })

  await test.step('an acceptance while an older list is loading and another person moves in', async () => {
    const list = await hold(maya, 'members.list')
    const answer = await hold(maya, 'members.accept')
    await arriveAsResident(tess, 'Tess', address)
    await expect.poll(list.calls, { message: 'the list is fetched again' }).toBeGreaterThan(0)
    await accept.click()
    await yes('Accept').click()
    await expect(row).toContainText('Active')
    const earlier = maya.waitForResponse(/members\.list/)
    list.letGo()
    await (await earlier).finished()
    await rendered(maya)
    await expect(row).toContainText('Active', { timeout: 1 })

    const asked = list.calls()
    const other = await maya.context().newPage()
    await openBuilding(other)
    const email = `${unique('zoe')}@example.com`
    await call(maya, 'members.add', { full_name: 'Zoe Lind', email, unit_number: '2B', role: 'member' })
    await expect(other.getByRole('row').filter({ hasText: email })).toBeVisible()
    await other.close()
    expect(list.calls(), 'nothing is asked that could be answered from before').toBe(asked)
    await expect(row).toContainText('Active')

    await expect(said(maya, 'User accepted successfully')).toHaveCount(0)
    answer.letGo()
    await expect(said(maya, 'User accepted successfully')).toBeVisible()
    await expect(maya.getByRole('row').filter({ hasText: email })).toBeVisible()
    await expect(row).toContainText('Active')
  })

  await test.step('a removal fails after the person went to another screen', async () => {
    const answer = await hold(maya, 'members.remove')
    await remove.click()
    await yes('Remove').click()
    await expect(row).toContainText('Pending')
    await expect(accept).toBeFocused()
    await goByMenu(maya, 'Dashboard')
    await expect(maya.getByRole('heading', { level: 1 })).toHaveText('Your building at a glance')
    const list = await hold(maya, 'members.list')
    answer.letGo(REFUSAL)
    await expect(said(maya, `Failed to remove user: ${REFUSAL}`)).toBeVisible()
    await goByMenu(maya, 'Manage Building')
    await expect(row).toContainText('Active')
    await expect(remove).toBeVisible()
    list.letGo()
  })
})

test('a document has its new name at Enter, and a refused name is back in the field', async ({ browser }) => {
  const maya = await openBrowser(browser)
  await arriveAsResident(maya, 'Maya')
  await maya.request.post('/api/documents?name=Minutes%20of%20May.pdf', { data: pdf() })
  await openBuilding(maya)
  const documents = maya.getByRole('region', { name: 'Building Documents' })
  const rename = (name: string) => documents.getByRole('button', { name: `Rename ${name}`, exact: true })
  const field = documents.getByRole('textbox', { name: 'Document name' })

  await rename('Minutes of May.pdf').click()
  const answer = await hold(maya, 'documents.rename')
  await field.fill('Minutes of June')
  await field.press('Enter')
  await expect(rename('Minutes of June.pdf')).toBeFocused()
  await expect(field).toHaveCount(0)
  const list = await hold(maya, 'documents.list')
  answer.letGo(REFUSAL)
  await expect(said(maya, `Failed to rename document: ${REFUSAL}`)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Minutes of June')
  await expect(field).toHaveAccessibleDescription(REFUSAL)
  await field.press('Escape')
  await expect(rename('Minutes of May.pdf')).toBeFocused()
  list.letGo()

  await test.step('the field does not come back when the person is elsewhere', async () => {
    const second = await hold(maya, 'documents.rename')
    await rename('Minutes of May.pdf').click()
    await field.fill('Minutes of July')
    await field.press('Enter')
    const view = documents.getByRole('button', { name: 'View Minutes of July.pdf' })
    await view.focus()
    second.letGo(REFUSAL)
    await expect(field).toHaveValue('Minutes of July')
    await expect(documents.getByRole('button', { name: 'View Minutes of May.pdf' })).toBeFocused()
    await field.press('Escape')
  })

  const third = await hold(maya, 'documents.rename')
  await rename('Minutes of May.pdf').click()
  await field.fill('Minutes of June.pdf')
  await field.press('Enter')
  await expect(rename('Minutes of June.pdf')).toBeFocused()
  await expect(said(maya, 'Document renamed successfully')).toHaveCount(0)
  third.letGo()
  await expect(said(maya, 'Document renamed successfully')).toBeVisible()
  await expect(rename('Minutes of June.pdf')).toBeFocused()

  await test.step('an older refused name does not replace a newer one', async () => {
    const renameTo = async (name: string, next: string) => {
      await rename(`Minutes of ${name}.pdf`).click()
      await field.fill(`Minutes of ${next}`)
      await field.press('Enter')
    }
    const older = await hold(maya, 'documents.rename')
    await renameTo('June', 'August')
    await expect.poll(older.calls).toBe(1)
    const newer = await hold(maya, 'documents.rename')
    await renameTo('August', 'September')
    older.letGo(REFUSAL)
    await expect(said(maya, `Failed to rename document: ${REFUSAL}`)).toBeVisible()
    await expect.poll(newer.calls).toBe(1)
    await rendered(maya)
    await expect(field).toHaveCount(0)
    newer.letGo()
    await expect(said(maya, 'Document renamed successfully')).toBeVisible()
    await expect(field).toHaveCount(0)
    await expect(rename('Minutes of September.pdf')).toBeFocused()
  })
})

test('a quote is accepted at the click, and all quotes are open again when the call fails', async ({
  browser,
}) => {
  const [maya, one, two] = [
    await openBrowser(browser),
    await openBrowser(browser),
    await openBrowser(browser),
  ]
  for (const vendor of [one, two]) await arriveAsVendor(vendor, ['Window Washing'])
  const { address } = await arriveAsResident(maya, 'Maya')
  await requestOneVisit(maya, 'Window Washing', 'Both sides')
  for (const vendor of [one, two]) {
    await call(vendor, 'quotes.submit', {
      id: await quoteFor(vendor, address),
      per_visit_price: vendor === one ? 120_00 : 150_00,
    })
  }
  await maya.goto('/home/services')
  await maya.getByRole('button', { name: /^Window Washing/ }).click()
  const dialog = maya.getByRole('dialog')
  await dialog.getByRole('button', { name: 'View Quotes' }).click()
  const accept = dialog.getByRole('button', { name: /^Accept Quote from/ })
  const quotes = dialog.getByRole('list').getByRole('listitem')
  await expect(accept).toHaveCount(2)
  await expect(accept.first()).not.toHaveAttribute('aria-disabled', 'true')

  const answer = await hold(maya, 'quotes.accept')
  await accept.first().dblclick()
  const confirmed = dialog.getByRole('button', { name: 'Accept Quote', exact: true })
  await expect(confirmed).not.toHaveAttribute('aria-disabled', 'true')
  expect(answer.calls(), 'a double click opens the review and no more').toBe(0)
  await confirmed.dblclick()
  await expect(quotes).toContainText(['Accepted', 'Not chosen'])
  await expect(accept).toHaveCount(0)
  await expect(maya.locator(':focus')).toHaveCount(1)
  const list = await hold(maya, 'quotes.received')
  answer.letGo(REFUSAL)
  await expect(said(maya, `Error accepting quote: ${REFUSAL}`)).toBeVisible()
  await expect(accept).toHaveCount(2)
  await expect(dialog).not.toContainText('The others are closed')
  expect(answer.calls(), 'a double click is one acceptance').toBe(1)
  list.letGo()

  const second = await hold(maya, 'quotes.accept')
  await accept.last().click()
  await confirmAcceptance(dialog)
  await expect(quotes).toContainText(['Not chosen', 'Accepted'])
  await expect(dialog).toBeVisible()
  second.letGo()
  await expect(said(maya, 'Quote accepted successfully! 1 appointment(s) created.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(maya.getByRole('button', { name: /^Window Washing/ })).toContainText('Active Service')
})
