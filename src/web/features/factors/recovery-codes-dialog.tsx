import { Button } from '@mantine/core'
import { PRODUCT } from '../../../domain/product.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './security.module.css'

/** The codes, which are shown only now. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${PRODUCT} recovery codes\n\n${text}`)}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      notify.success('Copied')
    } catch {
      notify.error('The codes could not be copied. Please select them, or download them.')
    }
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      dismissible={false}
      size="md"
      title="Your recovery codes"
      lead="Keep them where you find them without this device. They are not shown again."
    >
      <div className={classes.form}>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <DialogFoot>
          <Button variant="default" onClick={copy}>
            Copy
          </Button>
          <Button
            variant="default"
            component="a"
            href={file}
            download={`${PRODUCT.toLowerCase()}-recovery-codes.txt`}
          >
            Download
          </Button>
          <Button onClick={onClose}>I Have Saved Them</Button>
        </DialogFoot>
      </div>
    </FormDialog>
  )
}
