import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookedToday, PHONE } from './booked-today.ts'
import { test } from './journey.ts'
import { fill, goByMenu, picture, said } from './people.ts'

const NOTES = 'The side gate, code 4471#.\nThe key hangs beside the meter.'

test('a captain writes access notes, the vendor reads them around the visit, and the captain sees who looked [Product 1.4]', async ({
  browser,
}, info) => {
  test.slow()
  const { maya, curb, context, street, company } = await bookedToday(browser, PHONE)
  const stop = curb.getByRole('listitem').filter({ hasText: street })
  const notes = maya.getByRole('region', { name: 'Access Notes' })

  await test.step('a building without notes offers none', async () => {
    await curb.goto('/vendor/today')
    await expect(stop.getByRole('button', { name: 'Check In' })).toBeVisible()
    await expect(stop.getByRole('button', { name: 'Access notes' })).toHaveCount(0)
  })

  await test.step('the captain writes them where the building is described', async () => {
    await goByMenu(maya, 'Manage Building')
    await expect(notes).toContainText('No vendor has looked at them yet.')
    await notes.getByRole('button', { name: 'Add Access Notes' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Access Notes' })
    await expect(dialog).toContainText('from 24 hours before a visit until its end')
    await fill(dialog, { 'Access notes': NOTES })
    await expectAccessible(maya)
    await picture(maya, info, 'access-notes-edit')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(said(maya, 'Access notes saved')).toBeVisible()
    await expect(notes).toContainText('code 4471#')
    await expect(notes).toContainText(/Changed by Maya .+ on/)
  })

  await test.step('the stop tells that there are some; a tap shows them in place', async () => {
    await curb.reload()
    await expect(curb.getByRole('main')).not.toContainText('4471')
    await expectAccessible(curb)
    await picture(curb, info, 'access-notes-stop')
    await stop.getByRole('button', { name: 'Access notes' }).click()
    const shown = stop.getByRole('region', { name: 'Access notes' })
    await expect(shown).toContainText('code 4471#')
    await expect(shown).toContainText('The building sees that you looked.')
    await expectAccessible(curb)
    await picture(curb, info, 'access-notes-shown')
  })

  await test.step('the captain changes them: the vendor’s stop says so, and shows the new ones', async () => {
    await notes.getByRole('button', { name: 'Edit Access Notes' }).click()
    const dialog = maya.getByRole('dialog', { name: 'Access Notes' })
    await fill(dialog, { 'Access notes': NOTES.replace('4471', '9020') })
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(notes).toContainText('code 9020#')
    await curb.reload()
    await expect(stop).toContainText('The building has changed them since you looked.')
    await stop.getByRole('button', { name: 'Show them again' }).click()
    await expect(stop).toContainText('code 9020#')
  })

  await test.step('without a network they stay readable, also when the page is opened again', async () => {
    await expect.poll(() => curb.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated')
    await context.setOffline(true)
    await curb.reload()
    await expect(stop).toContainText('code 9020#')
    await context.setOffline(false)
  })

  await test.step('once the visit is finished the phone forgets them', async () => {
    await stop.getByRole('button', { name: 'Check In' }).click()
    await expect(stop.getByText(/^Checked in/)).toBeVisible()
    await expect(stop).toContainText('code 9020#')
    await stop.getByRole('button', { name: 'Finish Visit' }).click()
    await curb.getByRole('dialog').getByRole('button', { name: 'Finish Visit' }).click()
    await expect(stop.getByText(/^Finished/)).toBeVisible()
    await expect(curb.getByRole('main')).not.toContainText('9020')
    await expect.poll(() => keptText(curb)).not.toContain('9020')
    await curb.reload()
    await expect(stop.getByText(/^Finished/)).toBeVisible()
    await expect(stop.getByRole('button', { name: 'Access notes' })).toHaveCount(0)
  })

  await test.step('the captain sees who looked, when, and for what', async () => {
    await maya.reload()
    const looks = notes.getByRole('list', { name: 'Who looked' }).getByRole('listitem')
    await expect(looks.last()).toHaveText(
      new RegExp(`^Seen by \\w+ of ${company}, \\w{3} \\d+, \\d+:\\d\\d [AP]M, for Gutter Cleaning$`),
    )
    await expectAccessible(maya)
    await picture(maya, info, 'access-notes')
  })
})

/** What this browser's storage keeps, as text. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('stoop')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(reading.result)) }
    }
  })`)
}
