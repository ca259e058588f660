import {
  IconBuildingCommunity,
  IconCalendar,
  IconCalendarEvent,
  IconCheckbox,
  IconCreditCard,
  IconFileText,
  IconHistory,
  IconHome,
  IconMessageDollar,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconTools,
  IconTruck,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'

/** The icons of the menu, which stand in no script that a screen waits for. */
const ICONS = {
  'building-community': IconBuildingCommunity,
  calendar: IconCalendar,
  'calendar-event': IconCalendarEvent,
  checkbox: IconCheckbox,
  'credit-card': IconCreditCard,
  'file-text': IconFileText,
  history: IconHistory,
  home: IconHome,
  'message-dollar': IconMessageDollar,
  receipt: IconReceipt,
  settings: IconSettings,
  speakerphone: IconSpeakerphone,
  tools: IconTools,
  truck: IconTruck,
  user: IconUser,
  users: IconUsers,
} as const

export type MenuIconName = keyof typeof ICONS

/** The icon beside an entry of the menu. */
export function MenuIcon({ name }: { name: MenuIconName }) {
  const Icon = ICONS[name]
  return <Icon size={20} stroke={1.7} aria-hidden />
}
