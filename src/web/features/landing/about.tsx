import { Title } from '@mantine/core'
import { PRODUCT } from '../../../domain/product.ts'
import classes from './about.module.css'
import { Picture } from './picture.tsx'

// [2.landing.5] [2.landing.10]
export function About() {
  return (
    <section className={classes.band} aria-labelledby="about">
      <div className={classes.inner}>
        <Picture
          file="goose.jpg"
          shows="The two founders on their stoop, with their dog, Goose, sitting between them."
          height={720}
          className={classes.picture}
        />
        <div className={classes.words}>
          <Title order={2} id="about" className={classes.title}>
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
