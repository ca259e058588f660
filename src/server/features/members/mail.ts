import { officeNames } from '../../../domain/members/messages.ts'
import { PRODUCT } from '../../../domain/product.ts'
import type { Templates } from '../../mail/template.ts'

export const memberMails = {
  member_joined: ({ person, unit_number, address }) => ({
    subject: `${person} asks to join ${address}`, // [4.mail.3]
    subjectOfMany: (count) => `${count} people ask to join ${address}`,
    paragraphs: [
      `${person} has signed up for ${address}${unit_number ? `, unit ${unit_number}` : ''}, and waits for your approval as its HOA representative.`,
      'Until you accept, they see nothing of your building.',
    ],
    action: { label: 'See who is waiting', path: '/home/building' },
  }),

  // They wait for the captain all the same. Nobody has confirmed the mailbox, so it gets nothing that the captain typed.
  member_invited: ({ token }) => ({
    subject: `Welcome to ${PRODUCT}: choose your password`, // [4.mail.6]
    paragraphs: [
      `The HOA representative of your building has added you to ${PRODUCT}. Choose a password, and you can sign in with this e-mail address.`,
      'Your HOA representative then confirms your access. The link works once, and for 7 days.',
    ],
    action: { label: 'Choose a password', path: `/reset-password#${token}` },
  }),

  // Nobody has confirmed the mailbox here either. The captain has said who they are: they are in once they have a password.
  invitation_sent: ({ token }) => ({
    subject: `You are invited to your building’s portal: choose your password`,
    paragraphs: [
      `The HOA representative of your building invites you to ${PRODUCT}. Choose a password, and you see your building's services, quotes and visits.`,
      'The link works once, and for 7 days. If you don’t live there, you need do nothing.',
    ],
    action: { label: 'Choose a password', path: `/reset-password#${token}` },
  }),

  member_joined_by_link: ({ person, unit_number, address }) => ({
    subject: `${person} joined ${address} by your invitation link`,
    subjectOfMany: (count) => `${count} people joined ${address} by your invitation link`,
    paragraphs: [
      `${person} has signed up for ${address}${unit_number ? `, unit ${unit_number}` : ''}, by an invitation link for that unit, and is in.`,
      'If you don’t know them, remove them under Building Members.',
    ],
    action: { label: 'See your members', path: '/home/building' },
  }),

  member_accepted: ({ address }) => ({
    subject: `You're in: welcome to ${address}`, // [4.mail.4]
    paragraphs: [
      `Your HOA representative has confirmed that you live at ${address}.`,
      "From now on you see your building's services, quotes and visits, and can ask for what it needs.",
    ],
    action: { label: `Open ${PRODUCT}`, path: '/dashboard' },
  }),

  captaincy_handed_over: ({ address, person, to_subject }) => ({
    ...(to_subject
      ? {
          subject: `You are the HOA representative of ${address} now`,
          paragraphs: [
            `The HOA representative of ${address} has handed over to you, and stays as a tenant.`,
            'From now on you accept who joins, decide with your neighbors on quotes, and hear from the vendors. You can hand over to a neighbor, too, under Building Members.',
          ],
        }
      : {
          subject: `You handed ${address} over to ${person}`,
          paragraphs: [
            `${person} is the HOA representative of ${address} now, and you are a tenant.`,
            'If you did not do this, change your password at once, and talk to them: they can hand the role back.',
          ],
        }),
    action: { label: 'See your building', path: '/home/building' },
  }),

  captaincy_offered: ({ address }) => ({
    subject: `Will you become the HOA representative of ${address}?`,
    paragraphs: [
      `The HOA representative of ${address} would like to hand over to you. Nothing changes until you accept.`,
      'Then you accept who joins, decide with your neighbors on quotes, and hear from the vendors. They stay as a resident.',
    ],
    action: { label: 'Accept or decline', path: '/home/building' },
  }),

  captaincy_withdrawn: ({ address }) => ({
    subject: `You are no longer asked to become the HOA representative of ${address}`,
    paragraphs: [`The HOA representative of ${address} has taken the question back. You need do nothing.`],
    action: { label: 'See your building', path: '/home/building' },
  }),

  captaincy_declined: ({ address }) => ({
    subject: `Your neighbor declined to become the HOA representative of ${address}`,
    paragraphs: [
      `You stay the HOA representative of ${address}. You can ask another neighbor under Building Members.`,
    ],
    action: { label: 'See your neighbors', path: '/home/building' },
  }),

  captaincy_accepted: ({ address, person, to_subject }) => ({
    ...(to_subject
      ? {
          subject: `You handed ${address} over`,
          paragraphs: [
            `Your neighbor has accepted: they are the HOA representative of ${address} now, and you are a resident.`,
            'If you did not ask for this, change your password at once, and talk to them: they can hand the role back.',
          ],
        }
      : {
          subject: `You are the HOA representative of ${address} now`,
          paragraphs: [
            `You took over from ${person}, who stays as a resident.`,
            'From now on you accept who joins, decide with your neighbors on quotes, and hear from the vendors. You can hand over to a neighbor, too, under Building Members.',
          ],
        }),
    action: { label: 'See your building', path: '/home/building' },
  }),

  offices_changed: ({ data: { given, taken }, address }) => ({
    subject:
      given.length > 0
        ? `You are ${officeNames(given)} of ${address} now`
        : `You are no longer ${officeNames(taken)} of ${address}`,
    paragraphs: [
      `Your HOA representative has changed what you do for ${address}.`,
      ...(given.length > 0
        ? [`You are ${officeNames(given)} now. What you may do holds from your next step on.`]
        : []),
      ...(taken.length > 0 ? [`You are no longer ${officeNames(taken)}.`] : []),
    ],
    action: { label: 'See your building', path: '/home/building' },
  }),

  member_declined: ({ data, address }) => ({
    subject: `Your request to join ${address} was declined`,
    paragraphs: [
      `The HOA representative of ${address} has declined your request, and your account was deleted.`,
      ...(data.reason ? [`The reason: ${data.reason}`] : []),
      'If this was a mistake, talk to your HOA representative and sign up again.',
    ],
    action: { label: `Open ${PRODUCT}`, path: '/signup' },
  }),

  member_removed: ({ address }) => ({
    subject: `You no longer have access to ${address}`, // [4.mail.5]
    paragraphs: [
      `The HOA representative of ${address} has removed you from the building's portal. You can still sign in, but see nothing of the building until they accept you again.`,
      'If this is a mistake, please talk to your HOA representative.',
    ],
    action: { label: `Sign in to ${PRODUCT}`, path: '/login' },
  }),
} satisfies Templates
