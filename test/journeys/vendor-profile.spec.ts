import { expect } from '@playwright/test'
import { photo } from '../sample-files.ts'
import { expectAccessible } from './accessible.ts'
import { arriveAsCompany, arriveAsResident, ask, call, quoteFor } from './arrive.ts'
import { test } from './journey.ts'
import { openBrowser, picture, unique } from './people.ts'
import { write } from './portal-data.ts'

const SERVICE = 'Gutter Cleaning'

test('a vendor says who it is and shows its work; a building reads it, with its scorecard, beside the quote [Product 2.7]', async ({
  browser,
}, info) => {
  const [maya, vera] = await Promise.all([openBrowser(browser), openBrowser(browser)])
  const company = unique('gutters')
  await arriveAsCompany(vera, company, `${company}@example.com`, [SERVICE])
  const { address } = await arriveAsResident(maya, 'Maya')

  await test.step('the vendor writes about itself and adds a photo on a phone', async () => {
    await vera.setViewportSize({ width: 375, height: 740 })
    await vera.goto('/vendor/profile')
    await vera.getByRole('link', { name: 'Company Profile' }).click()
    await expect(vera.getByRole('heading', { name: 'Company Profile', level: 1 })).toBeVisible()
    await expect(vera.getByText('Shown from 5 visits on.')).toBeVisible()
    await vera
      .getByRole('textbox', { name: 'About' })
      .fill('Two people, one ladder truck.\nWe photograph each gutter.')
    await vera.getByLabel('Service area').fill('Ballard, Fremont and Phinney Ridge')
    await vera.getByRole('button', { name: 'Save Company Profile' }).click()
    await expect(vera.getByText('Company profile saved.')).toBeVisible()
    const work = { name: 'gutter.jpg', mimeType: 'image/jpeg', buffer: photo }
    await vera.getByLabel('Add photos').setInputFiles(work)
    await expect(vera.getByRole('list', { name: 'Photos' }).getByRole('img')).toHaveCount(1)
    await expectAccessible(vera)
    await picture(vera, info, 'company-profile')
    await vera.setViewportSize({ width: 1280, height: 800 })
    await picture(vera, info, 'company-profile-wide')
  })

  await test.step('beside its quote the building opens who comes', async () => {
    const types = await ask<{ id: string; name: string }[]>(maya, 'services.available')
    await call(maya, 'services.request', {
      service_type_id: types.find(({ name }) => name === SERVICE)?.id,
      description: 'Four gutters, three floors',
      service_type: 'on-demand',
      preferred_start_date: '2027-03-01',
    })
    await call(vera, 'quotes.submit', { id: await quoteFor(vera, address), per_visit_price: 240_00 })
    // As the job counts it at night.
    await write(
      `insert into vendor_scorecards (vendor_id, visits, timed, on_time, missed, disputed, answered, answer_minutes, decided, won,
         kept, liked, disliked)
       select id, 48, 47, 46, 1, 0, 30, 290, 28, 12, 11, 20, 1 from vendor_profiles where company_name = $1
       on conflict (vendor_id) do update set visits = 48, timed = 47, on_time = 46`,
      company,
    )
    await maya.goto('/home/services')
    await maya.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click()
    await maya.getByRole('dialog').getByRole('button', { name: 'View Quotes' }).click()
    await maya.getByRole('dialog').getByRole('link', { name: company }).click()
    await expect(maya.getByRole('heading', { name: company, level: 1 })).toBeVisible()
    await expect(maya.getByText('Two people, one ladder truck.')).toBeVisible()
    await expect(maya.getByText('Ballard, Fremont and Phinney Ridge')).toBeVisible()
    await expect(maya.getByRole('region', { name: 'Scorecard' })).toContainText('97% of 47 with a check-in')
    await expect(maya.getByRole('region', { name: 'Work' }).getByRole('img')).toHaveCount(1)
    await expect(maya.getByText('No document is valid today.')).toBeVisible()
    await expectAccessible(maya)
    await picture(maya, info, 'vendor-profile')
    await maya.setViewportSize({ width: 375, height: 740 })
    await expectAccessible(maya)
    await picture(maya, info, 'vendor-profile-phone')
    await maya.goBack()
    await expect(maya.getByRole('heading', { name: 'Your Services (1)', level: 1 })).toBeVisible()
  })

  await test.step('another building, which never asked it, finds nothing', async () => {
    const otto = await openBrowser(browser)
    await arriveAsResident(otto, 'Otto')
    const services = await ask<{ id: string; name: string }[]>(maya, 'services.list')
    const building_service_id = services.find(({ name }) => name === SERVICE)?.id
    const { quotes } = await ask<{ quotes: { vendor_id: string }[] }>(maya, 'quotes.received', {
      building_service_id,
    })
    await otto.goto(`/home/services/vendor?id=${quotes[0]?.vendor_id}`)
    await expect(otto.getByText('Your building has not asked this vendor.')).toBeVisible()
    await expect(otto.getByText(company)).toHaveCount(0)
  })
})
