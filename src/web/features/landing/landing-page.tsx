import { Title } from '@mantine/core'
import { PRODUCT, TAGLINE } from '../../../domain/product.ts'
import { portalSettings } from '../../portal-settings.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import street from '../../ui/street.svg'
import { Contact } from './contact.tsx'
import classes from './landing-page.module.css'

/** The public face of the portal. */
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

// [1.headline] [2.landing.1-3] [2.landing.13]
function Hero({ signedIn }: { signedIn: boolean }) {
  return (
    <section className={classes.hero}>
      <div>
        <p className={classes.tagline}>{TAGLINE}</p>
        <h1 className={classes.headline}>
          A new kind of HOA service, with more value, clarity and community.
        </h1>
        <p className={classes.subtitle}>For the people who share a building, and the board that runs it.</p>
        <p className={classes.description}>
          Ask your city's vendors once, compare their quotes side by side, and see where every dollar of your
          building goes.
        </p>
        <div className={classes.actions}>
          {signedIn ? (
            <ButtonLink to="/dashboard" size="lg">
              Access Member Portal
            </ButtonLink>
          ) : (
            <>
              <ButtonLink to="/signup" size="lg">
                Join
              </ButtonLink>
              <ButtonLink to="/login" size="lg" variant="default">
                Sign In
              </ButtonLink>
            </>
          )}
        </div>
      </div>
      <img
        className={classes.street}
        src={street}
        width={1200}
        height={900}
        fetchPriority="high"
        alt="A street of row houses on a warm morning: neighbors on their stoops, a vendor arriving with a toolbox, and a dog on a walk."
      />
    </section>
  )
}

const blocks = [
  {
    picture: 'Services.jpg',
    shows: 'A neighbor mows, another cleans windows from a ladder, a third shovels snow.',
    title: 'Choice of vendors', // [1.vendors]
    text: 'Landscaping, snow removal, maintenance, repairs. You choose who comes; we coordinate the rest.',
  },
  {
    picture: 'AdvancedServices.jpg',
    shows: 'At a front door: parcels are handed over, spare keys hang in order, the bins stand ready.',
    title: 'Advanced services', // [1.advanced]
    text: 'Taking out the trash, accepting deliveries, keeping the spare keys: the small things, done every week.',
  },
  {
    picture: 'transparency.jpg',
    shows: 'Neighbors read the building budget on a large board in the open.',
    title: 'A transparent budget', // [1.transparency]
    text: 'Every member sees the budget, the spending and the upcoming projects, in real time.',
  },
]

// [2.landing.4] [2.landing.10]
function OurServices() {
  return (
    <section className={classes.services} aria-labelledby="our-services">
      <Title order={2} id="our-services" className={classes.servicesTitle}>
        Our Services
      </Title>
      <div className={classes.grid}>
        {blocks.map(({ picture, shows, title, text }) => (
          <article key={picture} className={classes.card}>
            <Picture file={picture} shows={shows} height={540} className={classes.cardPicture} />
            <div className={classes.cardWords}>
              <Title order={3}>{title}</Title>
              <p>{text}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}

// [2.landing.5] [2.landing.10]
function About() {
  return (
    <section className={classes.about} aria-labelledby="about">
      <div className={classes.aboutInner}>
        <Picture
          file="goose.jpg"
          shows="The two founders on their stoop, with their dog, Goose, sitting between them."
          height={720}
          className={classes.founders}
        />
        <div className={classes.story}>
          <Title order={2} id="about" className={classes.aboutTitle}>
            About {PRODUCT}
          </Title>
          <p className={classes.lead}>We are two founders and their dog, Goose.</p>
          <p>
            We have been the neighbor who calls six plumbers, the one who chases the snow crew, and the one
            who asks where the dues went. It took too many evenings, and nobody could see the whole picture.
          </p>
          <p>
            So we built what our own building was missing: one place where a request goes out to every vendor
            who does the job, the quotes come back side by side, and everyone can read the budget. Goose
            mostly meets people at the door.
          </p>
        </div>
      </div>
    </section>
  )
}

function Footer() {
  return (
    <footer className={classes.footer}>
      <p>
        {PRODUCT} · {TAGLINE}
      </p>
      <nav aria-label="On this page">
        <a href="#our-services">Our Services</a>
        <a href="#about">About</a>
        <a href="#contact-section">Get in Touch</a>
      </nav>
    </footer>
  )
}

type PictureProps = { file: string; shows: string; height: number; className: string | undefined }

/**
 * A picture below the first view of the landing page; it loads a moment later.
 * [2.landing.14]
 */
function Picture({ file, shows, height, className }: PictureProps) {
  return (
    <div className={className}>
      <img
        className={classes.picture}
        src={`${portalSettings.images_url}/${file}`}
        alt={shows}
        width={960}
        height={height}
        loading="lazy"
      />
    </div>
  )
}
