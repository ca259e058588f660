import { choose, type Dialog, press, reads } from './open-dialog.ts'

const BUILDING = { by: 'maya', path: '/home/building' } as const
const TEAM = { by: 'vera', path: '/vendor/profile' } as const

export const BUILDING_DIALOGS: Dialog[] = [
  {
    ...BUILDING,
    name: 'edit building',
    of: 'features/buildings/edit-building.tsx',
    open: press('Edit Building'),
  },
  {
    ...BUILDING,
    name: 'access notes',
    of: 'features/access/notes-dialog.tsx',
    open: press('Edit Access Notes'),
  },
  {
    ...BUILDING,
    name: 'add tenant',
    of: 'features/members/add-tenant-dialog.tsx',
    open: press('Add Tenant'),
  },
  {
    ...BUILDING,
    name: 'accept member',
    of: 'features/members/member-action.tsx',
    open: press(/^Accept Pia/),
  },
  {
    ...BUILDING,
    name: 'accept a successor',
    of: 'features/members/member-action.tsx',
    open: press(/^Accept Hope/),
  },
  {
    ...BUILDING,
    name: 'decline member',
    of: 'features/members/decline-dialog.tsx',
    open: press(/^Decline Pia/),
  },
  {
    ...BUILDING,
    name: 'remove member',
    of: 'features/members/remove-dialog.tsx',
    open: reads(press(/^Remove Ned/), /no longer own unit/),
  },
  {
    ...BUILDING,
    name: 'hand over',
    of: 'features/members/hand-over-dialog.tsx',
    open: choose(/^Actions for Ned/, 'Hand Over'),
  },
  {
    ...BUILDING,
    name: 'bin',
    of: 'features/documents/bin-dialog.tsx',
    open: reads(press(/^Bin/), 'House Rules 2027.pdf'),
  },
  {
    ...BUILDING,
    name: 'empty the bin',
    of: 'features/documents/bin-dialog.tsx',
    open: press(/^Bin/, 'Empty Bin'),
  },
  {
    ...BUILDING,
    name: 'delete a document',
    of: 'features/documents/document-actions.tsx',
    open: choose(/^Actions for Minutes/, 'Delete'),
  },
  {
    by: 'vera',
    path: '/vendor/company',
    name: 'remove a photo of the work',
    of: 'ui/sent-files.tsx',
    open: press('Remove photo 1'),
  },
  {
    ...TEAM,
    name: 'add a document',
    of: 'features/compliance/add-document-dialog.tsx',
    open: press('Add a Document'),
  },
  {
    ...TEAM,
    name: 'remove a compliance document',
    of: 'features/compliance/compliance-panel.tsx',
    open: press(/^Remove Insurance certificate/),
  },
  {
    by: 'ada',
    path: '/admin/vendors',
    name: 'refuse a document',
    of: 'features/compliance/refuse-dialog.tsx',
    // One of these walks: another test's may be refused while its dialog is open.
    open: press(/^Refuse Insurance certificate CGL-1431/),
  },
  {
    by: 'ada',
    path: '/admin/services',
    name: 'require a document',
    of: 'features/compliance/service-catalog-page.tsx',
    open: async (page) => page.getByRole('checkbox', { name: /^License for Landscaping/ }).click(),
  },
  {
    ...TEAM,
    name: 'invite a colleague',
    of: 'features/team/invite-dialog.tsx',
    open: press('Invite a Colleague'),
  },
  {
    ...TEAM,
    name: 'change a role',
    of: 'features/team/role-dialog.tsx',
    open: press('Change role of Luis Ortega'),
  },
  {
    ...TEAM,
    name: 'remove a colleague',
    of: 'features/team/colleague-actions.tsx',
    open: press('Remove Luis Ortega'),
  },
  {
    ...TEAM,
    name: 'withdraw an invitation',
    of: 'features/team/colleague-actions.tsx',
    open: press('Withdraw the invitation of Ines Duarte'),
  },
]
