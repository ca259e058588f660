import { PRODUCT, TAGLINE } from '../../../domain/product.ts'
import classes from './footer.module.css'

export function Footer() {
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
