import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { receiptGroups, typedReceipt } from '../../../domain/votes/receipt.ts'
import { notify } from '../../ui/notify.tsx'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

/** A ballot's receipt: what changes it elsewhere, and checks that it was counted. */
export function ReceiptText({ token }: { token: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      notify.success(VOTE_MESSAGES.receiptCopied)
    } catch {
      notify.error('The receipt could not be copied. Please select it.')
    }
  }
  return (
    <>
      <p className={classes.hint}>
        Your receipt. This browser keeps it. With it you change your ballot on another device, and see that it
        was counted. It does not say how you voted, and nobody can find that out with it.
      </p>
      <code className={classes.receipt}>{receiptGroups(token)}</code>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void copy()}>
          Copy Receipt
        </Button>
      </div>
    </>
  )
}

/** Takes a receipt from another device. */
export function ReceiptField({ onReceipt }: { onReceipt: (token: string) => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const take = () => {
    const token = typedReceipt(typed)
    setIsWrong(token === null)
    if (token !== null) onReceipt(token)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <TextInput
        label="Receipt"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong && 'A receipt has 43 letters and digits, - and _'}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" variant="default" mt={12}>
          Use Receipt
        </Button>
      </div>
    </form>
  )
}
