import { expect, type Locator, type Page } from '@playwright/test'

type Moments = { once: () => unknown; meanwhile?: () => Promise<unknown> }

/** Expects that a message is still shown just before so many milliseconds have passed, and gone afterwards. */
export async function expectShownFor(milliseconds: number, words: Locator, { once, meanwhile }: Moments) {
  const { clock }: Page = words.page()
  await clock.install()
  await clock.pauseAt(await words.page().evaluate<number>('Date.now() + 1000'))
  await once()
  await expect
    .poll(async () => {
      await clock.runFor(10)
      return words.count()
    })
    .toBe(1)
  await meanwhile?.()
  await clock.runFor(milliseconds - 100)
  await expect(words).toBeVisible()
  await clock.runFor(200)
  await expect(words).toHaveCount(0)
  await clock.resume()
}
