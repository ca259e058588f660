import '../../ui/part-styles.ts'
import { Button, CloseButton, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconAlertCircle, IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { DOCUMENT_EXTENSIONS, documentType } from '../../../domain/documents/document-type.ts'
import { DOCUMENT_MESSAGES } from '../../../domain/documents/messages.ts'
import { formatFileSize } from '../../../domain/file-size.ts'
import { usedOfQuota } from '../../../domain/quota.ts'
import { trpc } from '../../api.ts'
import classes from './upload-area.module.css'
import type { UploadProgress, useUploads } from './use-uploads.ts'

const acceptedTypes: Record<string, string[]> = {}
for (const extension of DOCUMENT_EXTENSIONS) {
  const { mime } = documentType(extension)
  acceptedTypes[mime] = [...(acceptedTypes[mime] ?? []), `.${extension}`]
}

type AreaProps = ReturnType<typeof useUploads> & { empty: boolean }

/**
 * Where a captain chooses or drops files; larger while there are no documents. Refused files are added, too: the upload
 * shows why.
 * [2.building.18] [5.document.9] [9.document.6]
 */
export function UploadArea({ empty, uploads, add }: AreaProps) {
  const choose = useRef<() => void>(null)
  return (
    <div>
      <Dropzone
        className={classes.zone}
        accept={acceptedTypes}
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
          <div className={classes.text}>
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
            <SpaceUsed />
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

/** How much of the building's space is used. The line keeps its height while that is unknown. */
function SpaceUsed() {
  const { data } = useQuery(trpc.documents.space.queryOptions())
  if (!data) return <p className={classes.hint}>{'\u00a0'}</p>
  const { used, quota, bin } = data
  const ofBin = bin.documents > 0 ? `, ${formatFileSize(bin.bytes).replace('.0 ', ' ')} of it in the bin` : ''
  return <p className={classes.hint}>{usedOfQuota(used, quota) + ofBin}</p>
}

/** Running uploads with their progress, and failed ones until they are dismissed. [2.building.19] */
function UploadList({ uploads }: { uploads: UploadProgress[] }) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map(({ id, name, progress, failure, stop }) => (
        <li key={id} className={classes.upload} data-failed={failure !== null || undefined}>
          <div className={classes.label}>
            <span className={classes.name}>{name}</span>
            {failure === null ? (
              <span className={classes.state}>{stateOf(progress)}</span>
            ) : (
              <span className={classes.failure}>
                <IconAlertCircle size={18} stroke={1.8} aria-hidden />
                {failure}
              </span>
            )}
          </div>
          {failure === null && (
            <Progress.Root size="sm" className={classes.bar}>
              <Progress.Section
                value={percent(progress)}
                aria-label={`Uploading ${name}`}
                aria-valuetext={stateOf(progress)}
              />
            </Progress.Root>
          )}
          <CloseButton
            className={classes.close}
            aria-label={failure === null ? `Cancel the upload of ${name}` : `Dismiss ${name}`}
            onClick={stop}
          />
        </li>
      ))}
    </ul>
  )
}

function percent(progress: number | null): number {
  return Math.round((progress ?? 0) * 100)
}

/** The server still checks a file that is sent completely. */
function stateOf(progress: number | null): string {
  if (progress === null) return 'Waiting'
  return progress < 1 ? `${percent(progress)}%` : 'Checking…'
}
