import { prerender } from 'react-dom/static'
import { SHELLS } from '../../../domain/portal-settings.ts'
import { screenAt, sections } from '../screens.ts'
import { prerenderedLanding } from './landing.tsx'
import { prerenderedLogin } from './login.tsx'
import { shells } from './shells.tsx'
import { prerenderedSignup } from './signup.tsx'

/**
 * The HTML inside every page: the public ones as signed-out visitors get them, and the shells.
 * [2.landing.11]
 */
export async function renderPages(): Promise<Record<string, string>> {
  const publicPages = { landing: prerenderedLanding, login: prerenderedLogin, signup: prerenderedSignup }
  const rendered: Record<string, string> = {}
  for (const [name, page] of Object.entries({ ...publicPages, ...shells })) {
    const { prelude } = await prerender(page, {
      // Everything in its place: otherwise inline scripts would move large parts there.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error
      },
    })
    rendered[name] = await new Response(prelude).text()
  }
  return rendered
}

/** The lazy parts of each shell, which load together with the application: its screen and the sections of that. */
export function partsOfShells(): Record<string, string[]> {
  const parts = Object.entries(SHELLS).map(([name, path]) => {
    const shown = [screenAt(path), ...sections.filter(({ slot }) => slot.screen === path)]
    return [name, shown.flatMap((each) => each?.component?.exportName ?? [])] as const
  })
  return Object.fromEntries(parts)
}
