import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../ui/form-dialog.tsx'
import classes from './resident-dialog.module.css'
import { ResidentSteps } from './resident-steps.tsx'
import { SignInForm, signInTitle, useSignIn } from './sign-in-form.tsx'
import { StepLead } from './step-lead.tsx'
import { useResidentSignUp } from './use-resident-sign-up.ts'

const titles = { 1: 'Create Your Account', 2: 'Find Your Building', 3: 'Tell Us About Your Building' }

type Props = { opened: boolean; onClose: () => void }

/** A resident signs in or up (section 2, screen 5). What is typed stays while the page does. */
export function ResidentDialog({ opened, onClose }: Props) {
  const [mode, setMode] = useState<'in' | 'up'>('up')
  const signIn = useSignIn()
  const signUp = useResidentSignUp({
    onEmailTaken: (email, sentence) => {
      signUp.goTo(1)
      signIn.suggest(email, sentence)
      setMode('in')
    },
    onDone: onClose,
  })
  const { step } = signUp

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!signUp.busy && !signIn.busy}
      size={mode === 'in' ? 'md' : 'lg'}
      title={mode === 'in' ? signInTitle(signIn).title : titles[step]}
      lead={mode === 'in' ? signInTitle(signIn).lead : <StepLead step={step} of={3} />}
    >
      {mode === 'up' && step > 1 ? (
        <ResidentSteps signUp={signUp} />
      ) : (
        <Tabs value={mode} onChange={(value) => setMode(value === 'in' ? 'in' : 'up')} keepMounted={false}>
          <Tabs.List grow aria-label="Sign in or sign up" className={classes.toggle}>
            <Tabs.Tab value="in" className={classes.choice} disabled={signUp.busy}>
              Sign in
            </Tabs.Tab>
            <Tabs.Tab value="up" className={classes.choice} disabled={signIn.busy}>
              Sign up
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="in">
            <SignInForm signIn={signIn} />
          </Tabs.Panel>
          <Tabs.Panel value="up">
            <ResidentSteps signUp={signUp} />
          </Tabs.Panel>
        </Tabs>
      )}
    </FormDialog>
  )
}
