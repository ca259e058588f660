import { Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Suspense } from 'react'
import { PLAN_INCLUSIONS } from '../../../domain/billing/messages.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import classes from './contact.module.css'

const ContactForm = lazyPart(() => import('./contact-form.tsx'), 'ContactForm')

// [2.landing.6]
export function Contact() {
  return (
    <section className={classes.band} id="contact-section" aria-labelledby="get-in-touch">
      <div className={classes.inner}>
        <div>
          <Title order={2} id="get-in-touch" className={classes.title}>
            Get in Touch
          </Title>
          <p className={classes.lead}>
            Tell us about your building: how many of you there are, what it needs, what has been hard so far.
          </p>
          <p className={classes.price}>One flat fee of $250 a month for the whole building:</p>
          <ul className={classes.list}>
            {PLAN_INCLUSIONS.map((inclusion) => (
              <li key={inclusion}>
                <IconCircleCheck size={22} stroke={1.7} aria-hidden />
                {inclusion}
              </li>
            ))}
          </ul>
        </div>
        <Suspense fallback={<div className={classes.placeholder} />}>
          <ContactForm />
        </Suspense>
      </div>
    </section>
  )
}
