import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { DOCUMENT_EXTENSIONS, documentType } from '../../../domain/documents/document-type.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import classes from './upload-area.module.css'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

const accept: Record<string, string[]> = {}
for (const extension of DOCUMENT_EXTENSIONS) {
  const { mime } = documentType(extension)
  accept[mime] = [...(accept[mime] ?? []), `.${extension}`]
}

/**
 * Where a captain chooses or drops files; larger while there are no documents. Refused files are added, too: the upload
 * shows why.
 * [2.building.18] [5.document.9] [9.document.6]
 */
export function UploadArea({ empty }: { empty: boolean }) {
  const { uploads, add } = useUploads()
  const choose = useRef<() => void>(null)
  return (
    <div>
      <Dropzone
        className={classes.zone}
        accept={accept}
        openRef={choose}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        onDropAny={(files, refused) => add([...files, ...refused.map(({ file }) => file)])}
        onDrop={() => undefined}
        inputProps={{ 'aria-label': 'Documents to upload' }}
      >
        <div className={classes.inside} data-empty={empty || undefined}>
          <span className={classes.icon} aria-hidden>
            <IconFileUpload size={empty ? 28 : 24} stroke={1.6} />
          </span>
          <div className={classes.words}>
            {empty ? (
              <>
                <p className={classes.lead}>{DOCUMENT_MESSAGES.none}</p>
                <p className={classes.next}>
                  Start with the house rules, the budget or the minutes: every neighbor finds them here.
                </p>
              </>
            ) : (
              <p className={classes.lead} data-drop>
                Drop files here, or choose them
              </p>
            )}
            <p className={classes.hint}>PDF, DOC, DOCX, XLS, XLSX, JPG, JPEG or PNG, up to 10 MB each</p>
          </div>
          <Button className={classes.button} onClick={() => choose.current?.()}>
            Upload Document
          </Button>
        </div>
      </Dropzone>
      <UploadList uploads={uploads} />
    </div>
  )
}
