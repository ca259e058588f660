import { useQuery } from '@tanstack/react-query'
import { ATTACHED_NAMES } from '../../../domain/documents/attached-file.ts'
import { MAX_REQUEST_FILES } from '../../../domain/services/request-file.ts'
import { isOpen } from '../../../domain/services/status.ts'
import { may } from '../../../domain/viewer.ts'
import { trpc } from '../../api.ts'
import { useViewer } from '../../session/session.ts'
import { ChooseFiles, type ChosenFile } from '../../ui/choose-files.tsx'
import { type FilePlace, SentFiles, sendFiles } from '../../ui/sent-files.tsx'
import type { Service } from './service-card.tsx'

const TITLE = 'Photos and files'
const ADD = 'Add photos or files'
const TOO_MANY = `A request has at most ${MAX_REQUEST_FILES} photos and files.`

const placeOf = (service: string): FilePlace => ({
  address: (file) => `/api/request-files?${new URLSearchParams({ service, ...file })}`,
  added: 'request_file_added',
  removed: 'request_file_removed',
  failed: 'The file could not be sent',
  removeFailed: 'The file could not be removed',
})

/** Sends the files of a request one after the other, and says which were not taken. */
export const sendRequestFiles = (service: string, files: readonly ChosenFile[]) =>
  sendFiles(placeOf(service), files)

type ChooseProps = { count: number; onChoose: (files: ChosenFile[]) => void }

/** Chooses the photos and files of a request that is still to be sent. */
export function ChooseRequestFiles({ count, onChoose }: ChooseProps) {
  return (
    <ChooseFiles
      label={ADD}
      accept={ATTACHED_NAMES}
      count={count}
      most={MAX_REQUEST_FILES}
      tooMany={TOO_MANY}
      onChoose={onChoose}
    />
  )
}

/** The photos and files of a request; added and removed while it is open. Product 2.1 */
export function RequestFiles({ service: { id, round, status } }: { service: Service }) {
  const requests = may(useViewer(), 'request_services')
  const files = useQuery(trpc.services.files.queryOptions({ building_service_id: id, round }))
  return (
    <SentFiles
      title={TITLE}
      add={ADD}
      sent={files}
      place={placeOf(id)}
      most={MAX_REQUEST_FILES}
      tooMany={TOO_MANY}
      open={requests && isOpen(status)}
    />
  )
}
