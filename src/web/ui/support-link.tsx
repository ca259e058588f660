import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

/** A link to the contact form of the landing page. It loads the page again, so that the browser scrolls to the form. */
export function SupportLink({ children }: { children: ReactNode }) {
  return (
    <Anchor href="/#contact-section" inherit>
      {children}
    </Anchor>
  )
}
