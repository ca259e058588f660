import { expect, type Page } from '@playwright/test'
import { ACCOUNT_DIALOGS } from './account-dialogs.ts'
import { ANNOUNCEMENT_DIALOGS } from './announcement-dialogs.ts'
import { ask } from './arrive.ts'
import { BUDGET_DIALOGS } from './budget-dialogs.ts'
import { BUILDING_DIALOGS } from './building-dialogs.ts'
import type { Pages, Who } from './dialog-people.ts'
import { INVOICE_DIALOGS } from './invoice-dialogs.ts'
import { MEMBER_DIALOGS } from './member-dialogs.ts'
import { type Dialog, openDialog } from './open-dialog.ts'
import { PAYMENT_DIALOGS } from './payment-dialogs.ts'
import { fill, PASSWORD, signUpResident, unique } from './people.ts'
import { SERVICE_DIALOGS } from './service-dialogs.ts'
import { VISIT_DIALOGS } from './visit-dialogs.ts'
import { VOTE_DIALOGS } from './vote-dialogs.ts'
import { addressOf, WALKED_SCREENS } from './walked-screens.ts'

/** Every dialog of the portal, and how a person comes to it, by what it is about: each group is a walk of a few minutes. */
export const DIALOG_GROUPS = {
  accounts: ACCOUNT_DIALOGS,
  buildings: BUILDING_DIALOGS,
  members: MEMBER_DIALOGS,
  votes: VOTE_DIALOGS,
  announcements: ANNOUNCEMENT_DIALOGS,
  services: SERVICE_DIALOGS,
  visits: VISIT_DIALOGS,
  invoices: INVOICE_DIALOGS,
  money: [...BUDGET_DIALOGS, ...PAYMENT_DIALOGS],
}

export const DIALOGS: Dialog[] = Object.values(DIALOG_GROUPS).flat()

type List = { by: Who; path: string; name?: string; next?: (page: Page, pages: Pages) => Promise<void> }

/** Every screen of these people, and what else a screen can become. */
const LISTS: List[] = [
  ...WALKED_SCREENS,
  {
    by: 'visitor',
    path: '/login',
    name: 'forgot password',
    next: (page) => page.getByRole('button', { name: 'Forgot password?' }).click(),
  },
  {
    by: 'visitor',
    path: '/login',
    name: 'second step',
    next: async (page, { ned }) => {
      const { email } = await ask<{ email: string }>(ned, 'accounts.session')
      await fill(page, { Email: email, Password: PASSWORD })
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    },
  },
  {
    by: 'visitor',
    path: '/signup',
    name: 'what comes next',
    next: async (page, { maya }) => {
      const { address } = await ask<{ address: string }>(maya, 'buildings.mine')
      const at = { 'Street Address': address, City: 'Seattle', State: 'WA', 'Zip Code': '98101' }
      await signUpResident(page, 'Sam', `${unique('sam')}@example.com`, at)
      await expect(page.getByRole('heading', { name: 'What comes next' })).toBeVisible()
    },
  },
]

type At = (page: Page, name: string) => Promise<void>
type Step = (name: string, body: () => Promise<void>) => Promise<void>

/** Calls this at each of the lists, once it has loaded. */
export async function walkLists(pages: Pages, step: Step, at: At): Promise<void> {
  await walk(
    LISTS.map(({ by, path, next, name = `${by} ${path}` }) => ({
      name,
      async body() {
        const page = pages[by]
        await page.goto(await addressOf(page, path))
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        await next?.(page, pages)
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        await at(page, name)
      },
    })),
    step,
  )
}

/** Calls this at each of these dialogs, once it is open. */
export async function walkDialogs(pages: Pages, dialogs: Dialog[], step: Step, at: At): Promise<void> {
  await walk(
    dialogs.map((dialog) => ({
      name: dialog.name,
      body: async () => at(await openDialog(pages, dialog), dialog.name),
    })),
    step,
  )
}

/** All of them, and then says what is wrong at which: a walk is long. */
async function walk(places: { name: string; body: () => Promise<void> }[], step: Step): Promise<void> {
  const wrong: string[] = []
  for (const { name, body } of places)
    await step(name, () => body().catch((error) => void wrong.push(`${name}: ${error}`)))
  expect(wrong).toEqual([])
}
