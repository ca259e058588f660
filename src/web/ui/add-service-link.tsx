import { may } from '../../domain/viewer.ts'
import { ADDING_SERVICE, keepDraft } from '../session/drafts.ts'
import { useSession } from '../session/session.ts'
import { ButtonLink } from './button-link.tsx'

/** To the list of services, with Add Service open, for who may request. */
export function AddServiceLink() {
  const session = useSession()
  if (!may(session?.viewer ?? null, 'request_services')) return null
  return (
    <ButtonLink
      to="/home/services"
      size="lg"
      onClick={() => session && keepDraft(session.id, ADDING_SERVICE, true)}
    >
      + Add Service
    </ButtonLink>
  )
}
