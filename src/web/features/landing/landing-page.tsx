import { About } from './about.tsx'
import { Contact } from './contact.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { OurServices } from './our-services.tsx'

/** The public face of the portal (section 2, screen 1). */
export function LandingPage({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <Hero signedIn={signedIn} />
      <OurServices />
      <About />
      <Contact />
      <Footer />
    </>
  )
}
