import type { Browser, Page } from '@playwright/test'
import {
  arriveAsAdmin,
  arriveAsResident,
  arriveAsVendor,
  arriveBySigningIn,
  letIn,
  type Person,
} from './arrive.ts'
import { openBrowser } from './people.ts'

/** Signs the browser in as such a person. */
export async function become(kind: string, page: Page, browser: Browser): Promise<Person | undefined> {
  if (kind === 'a vendor') return arriveAsVendor(page)
  if (kind === 'an admin') return arriveAsAdmin(page)
  if (kind === 'a captain') return arriveAsResident(page, 'Maya')
  if (kind === 'nobody signed in') return undefined
  const other = await openBrowser(browser)
  const captain = await arriveAsResident(other, 'Maya')
  const ned = await arriveAsResident(page, 'Ned', captain.address)
  if (kind === 'a homeowner') await letIn(other, ned)
  await arriveBySigningIn(page, ned)
  return ned
}

/** Navigates inside the application, without a reload. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)
}
