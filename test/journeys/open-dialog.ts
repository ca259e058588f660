import { expect, type Locator, type Page } from '@playwright/test'
import type { Pages, Who } from './dialog-people.ts'

/** A dialog of the walks: who opens it, where and how. `of` is its file in src/web, as test/walks.test.ts checks. */
export type Dialog = {
  name: string
  of: string
  by: Who
  path: string
  open: (page: Page, pages: Pages) => Promise<void>
}

/** Opens it in a new tab, where nothing of another dialog is kept, and waits for its title. */
export async function openDialog(pages: Pages, { by, path, open }: Dialog): Promise<Page> {
  const before = pages[by]
  const page = await before.context().newPage()
  await before.close()
  pages[by] = page
  await page.goto(path)
  await open(page, pages)
  await expect(page.getByRole('dialog').last().getByRole('heading').first()).toBeVisible()
  return page
}

/** Presses these buttons, the later ones in the dialog of the one before. */
export const press =
  (first: string | RegExp, ...then: (string | RegExp)[]) =>
  async (page: Page) => {
    await button(page, first).click()
    for (const name of then) await button(page.getByRole('dialog').last(), name).click()
  }

const button = (inside: Page | Locator, name: string | RegExp) =>
  inside.getByRole('button', { name, exact: typeof name === 'string' }).first()

/** Chooses from the menu that this button opens. */
export const choose = (menu: RegExp, item: string) => async (page: Page) => {
  await button(page, menu).click()
  const chosen = page.getByRole('menuitem', { name: item })
  // Before the menu has its place, a click scrolls the page to where it stands for a moment, away from its row.
  await expect(chosen).toBeInViewport()
  await chosen.click()
}

/** Waits for the dialog of this name, which may open over another one a moment later. */
export const asks = (open: (page: Page) => Promise<void>, name: string | RegExp) => async (page: Page) => {
  await open(page)
  await expect(page.getByRole('dialog', { name })).toBeVisible()
}

/** Waits for these words in the open dialog, which it loads. */
export const reads = (open: (page: Page) => Promise<void>, words: string | RegExp) => async (page: Page) => {
  await open(page)
  await expect(page.getByRole('dialog').last().getByText(words).last()).toBeVisible()
}
