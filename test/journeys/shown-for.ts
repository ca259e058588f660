import { expect, type Locator, type Page } from '@playwright/test'

type Moments = { once: () => unknown; meanwhile?: () => Promise<unknown> }

/** Expects that a message is still shown just before so many milliseconds have passed, and gone afterwards. */
export async function expectShownFor(milliseconds: number, notice: Locator, { once, meanwhile }: Moments) {
  const { clock }: Page = notice.page()
  await clock.install()
  await clock.pauseAt(await notice.page().evaluate<number>('Date.now() + 1000'))
  await once()
  await expect
    .poll(async () => {
      await clock.runFor(10)
      return notice.count()
    })
    .toBe(1)
  await meanwhile?.()
  await clock.runFor(milliseconds - 100)
  await expect(notice).toBeVisible()
  await clock.runFor(200)
  await expect(notice).toHaveCount(0)
  await clock.resume()
}
