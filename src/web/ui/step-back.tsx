import { UnstyledButton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import classes from './step-back.module.css'

/** The button back to a dialog's previous step. */
export function StepBack({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <UnstyledButton className={classes.back} onClick={onClick}>
      <IconArrowLeft size={18} stroke={1.8} aria-hidden />
      {children}
    </UnstyledButton>
  )
}
