import { overlays } from './overlay-host.tsx'

export type Question = {
  title: string
  /** The exact words asked. */
  question: string
  /** The verb on the button that does it. */
  action: string
  /** The action takes something away: its button is red. */
  danger?: boolean
}

/** Ask before acting. Resolves true when the person chose the action, false for everything else. */
export async function confirm(question: Question): Promise<boolean> {
  const { ask } = await overlays()
  return ask(question)
}
