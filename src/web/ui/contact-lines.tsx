import classes from './contact-lines.module.css'

type Reachable = { full_name: string; phone: string | null; email: string }

/** How to reach the person on the other side of an agreement. */
export function ContactLines({ person: { full_name, phone, email } }: { person: Reachable }) {
  return (
    <span className={classes.contact}>
      <span>{full_name}</span>
      {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
      <a href={`mailto:${email}`}>{email}</a>
    </span>
  )
}
