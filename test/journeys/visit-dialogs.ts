import { expect, type Page } from '@playwright/test'
import { refusing } from './intercept.ts'
import { asks, choose, type Dialog, press, reads } from './open-dialog.ts'

const onVisit = (action: string) => choose(/^Actions for Snow Removal/, action)

/** Of the visit that was done as agreed so far. */
async function proof(page: Page): Promise<void> {
  const done = page
    .getByRole('region', { name: 'Past visits' })
    .getByRole('row')
    .filter({ hasText: 'Completed' })
  await done
    .getByRole('button', { name: /^Proof/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
}

/** What was not sent of a visit, because the server refused it. */
async function discard(page: Page): Promise<void> {
  await refusing(page, 'visits.finish')
  await press('Finish Visit', 'Finish Visit')(page)
  await press('Discard')(page)
}

const SERVICES = { by: 'maya', path: '/home/services' } as const
const APPOINTMENTS = { by: 'vera', path: '/vendor/appointments' } as const
const TODAY = { by: 'luis', path: '/vendor/today' } as const

export const VISIT_DIALOGS: Dialog[] = [
  { ...SERVICES, name: 'move visit', of: 'features/visits/visit-dialog.tsx', open: onVisit('Move visit') },
  {
    ...APPOINTMENTS,
    name: 'suggest another time',
    of: 'features/visits/visit-dialog.tsx',
    open: onVisit('Suggest another time'),
  },
  {
    ...APPOINTMENTS,
    name: 'cancel visit',
    of: 'features/visits/visit-dialog.tsx',
    open: onVisit('Cancel visit'),
  },
  {
    ...APPOINTMENTS,
    name: 'move day',
    of: 'features/visits/move-day.tsx',
    open: press(/^Move this day/),
  },
  {
    ...APPOINTMENTS,
    name: 'assign visit',
    of: 'features/visits/assign-dialog.tsx',
    open: reads(onVisit('Assign'), 'Who goes'),
  },
  { ...SERVICES, name: 'proof', of: 'features/visits/visit-proof-dialog.tsx', open: proof },
  {
    ...SERVICES,
    name: 'not as agreed',
    of: 'features/visits/visit-proof-dialog.tsx',
    open: asks(async (page) => {
      await proof(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Not as agreed/ })
        .click()
    }, 'Not as agreed'),
  },
  {
    ...APPOINTMENTS,
    name: 'we came',
    of: 'features/visits/missed-visits.tsx',
    open: press(/^We came/),
  },
  {
    ...SERVICES,
    name: 'they didn’t come',
    of: 'features/visits/missed-visits.tsx',
    open: press(/^They didn’t come/),
  },
  {
    ...SERVICES,
    name: 'confirm visit',
    of: 'features/visits/missed-visits.tsx',
    open: press(/^Confirm: /),
  },
  {
    ...APPOINTMENTS,
    name: 'answer a dispute',
    of: 'features/visits/disputed-visits.tsx',
    open: press(/^Answer: /),
  },
  {
    ...APPOINTMENTS,
    name: 'don’t charge',
    of: 'features/visits/disputed-visits.tsx',
    open: press(/^Don’t charge/),
  },
  {
    ...SERVICES,
    name: 'settle',
    of: 'features/visits/disputed-visits.tsx',
    open: press(/^Settle/),
  },
  { ...TODAY, name: 'finish visit', of: 'features/visits/finish-dialog.tsx', open: press('Finish Visit') },
  {
    ...TODAY,
    name: 'remove a photo',
    of: 'features/visits/visit-photos.tsx',
    open: press('Remove photo 1'),
  },
  // The last of this person: the phone keeps what was refused.
  { ...TODAY, name: 'discard', of: 'features/visits/today-stop.tsx', open: discard },
]
