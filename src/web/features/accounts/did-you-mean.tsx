import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { type Address, addressLine } from '../../../domain/buildings/address.ts'
import classes from './did-you-mean.module.css'

type Props = { addresses: Address[]; onChoose: (address: Address) => void }

/** Known addresses that are written like an unknown one. It takes the focus, so that nobody misses the question. */
export function DidYouMean({ addresses, onChoose }: Props) {
  const box = useRef<HTMLElement>(null)
  const title = useId()
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={title} className={classes.box}>
      <h3 id={title} className={classes.title}>
        Did you mean …?
      </h3>
      <p className={classes.lead}>If none of these is your building, press Continue again.</p>
      <ul className={classes.addresses}>
        {addresses.map((address) => (
          <li key={addressLine(address)}>
            <Button variant="default" className={classes.address} onClick={() => onChoose(address)}>
              {addressLine(address)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
