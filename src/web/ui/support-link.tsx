import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

/** Where to write to us: the contact form of the landing page. It loads anew, so that the browser scrolls there. */
export function SupportLink({ children }: { children: ReactNode }) {
  return (
    <Anchor href="/#contact-section" inherit>
      {children}
    </Anchor>
  )
}
