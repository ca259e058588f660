import { overlays } from './overlay-host.tsx'
import type { Question } from './overlays.tsx'

/** Asks before an action. Resolves true when the person confirms it, else false. */
export async function confirm(question: Question): Promise<boolean> {
  const { ask } = await overlays()
  return ask(question)
}
