import { Title } from '@mantine/core'
import classes from './our-services.module.css'
import { Picture } from './picture.tsx'

const blocks = [
  {
    picture: 'Services.jpg',
    shows: 'A neighbor mows, another cleans windows from a ladder, a third shovels snow.',
    title: 'Choice of vendors', // [1.vendors]
    words: 'Landscaping, snow removal, maintenance, repairs. You choose who comes; we coordinate the rest.',
  },
  {
    picture: 'AdvancedServices.jpg',
    shows: 'At a front door: parcels are handed over, spare keys hang in order, the bins stand ready.',
    title: 'Advanced services', // [1.advanced]
    words:
      'Taking out the trash, accepting deliveries, keeping the spare keys: the small things, done every week.',
  },
  {
    picture: 'transparency.jpg',
    shows: 'Neighbors read the building budget on a large board in the open.',
    title: 'A transparent budget', // [1.transparency]
    words: 'Every member sees the budget, the spending and the upcoming projects, in real time.',
  },
]

// [2.landing.4] [2.landing.10]
export function OurServices() {
  return (
    <section className={classes.section} aria-labelledby="our-services">
      <Title order={2} id="our-services" className={classes.title}>
        Our Services
      </Title>
      <div className={classes.grid}>
        {blocks.map(({ picture, shows, title, words }) => (
          <article key={picture} className={classes.card}>
            <Picture file={picture} shows={shows} height={540} className={classes.picture} />
            <div className={classes.words}>
              <Title order={3}>{title}</Title>
              <p>{words}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
