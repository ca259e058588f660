import { prerender } from 'react-dom/static'
import { landing } from './landing.tsx'
import { login } from './login.tsx'
import { signup } from './signup.tsx'

/** Every public page's content, in HTML, as signed-out visitors get it. */
export async function draw(): Promise<Record<string, string>> {
  const drawn: Record<string, string> = {}
  for (const [name, page] of Object.entries({ landing, login, signup })) {
    const { prelude } = await prerender(page, {
      // All in its place, however large: what comes later would be put there by scripts that stand in the page.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error
      },
    })
    drawn[name] = await new Response(prelude).text()
  }
  return drawn
}
