import { prerender } from 'react-dom/static'
import { landing } from './landing.tsx'
import { login } from './login.tsx'
import { signup } from './signup.tsx'
import { waiting } from './waiting.tsx'

/** The content of every page in HTML: the public ones as signed-out visitors get them, and what others wait at. */
export async function draw(): Promise<Record<string, string>> {
  const drawn: Record<string, string> = {}
  for (const [name, page] of Object.entries({ landing, login, signup, ...waiting })) {
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
