import { choose, type Dialog, press, reads } from './open-dialog.ts'

const MEMBERS = { by: 'maya', path: '/home/captain/members' } as const

export const MEMBER_DIALOGS: Dialog[] = [
  {
    ...MEMBERS,
    name: 'invite by link',
    of: 'features/members/link-dialog.tsx',
    open: press('Invite by Link'),
  },
  {
    ...MEMBERS,
    name: 'invite from a file',
    of: 'features/members/import-dialog.tsx',
    open: press('Invite from CSV'),
  },
  {
    ...MEMBERS,
    name: 'add or change units',
    of: 'features/members/units-dialog.tsx',
    open: press('Add or Change Units'),
  },
  {
    ...MEMBERS,
    name: 'units of a person',
    of: 'features/members/ties-dialog.tsx',
    open: reads(choose(/^Actions for Ned/, 'Change Unit'), 'Another Unit'),
  },
  {
    ...MEMBERS,
    name: 'offices of a person',
    of: 'features/members/set-offices-dialog.tsx',
    open: choose(/^Actions for Ned/, 'Change Office'),
  },
  {
    ...MEMBERS,
    name: 'remove a person',
    of: 'features/members/remove-dialog.tsx',
    open: reads(choose(/^Actions for Ned/, 'Remove'), /no longer own unit/),
  },
  {
    ...MEMBERS,
    name: 'powers of an office',
    of: 'features/members/powers-dialog.tsx',
    open: press('Change powers: Treasurer'),
  },
  {
    ...MEMBERS,
    name: 'withdraw an invitation of a resident',
    of: 'features/members/queue-section.tsx',
    open: press(/^Withdraw the invitation of/),
  },
  {
    ...MEMBERS,
    name: 'revoke a link',
    of: 'features/members/links-section.tsx',
    open: press(/^Revoke the link/),
  },
  {
    by: 'ned',
    path: '/home/building',
    name: 'become HOA representative',
    of: 'features/members/captaincy-offer.tsx',
    open: press('Accept'),
  },
]
