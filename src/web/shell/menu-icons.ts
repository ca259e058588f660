import {
  IconBuildingCommunity,
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

export const menuIcons = {
  announcement: IconSpeakerphone,
  audit: IconHistory,
  building: IconBuildingCommunity,
  calendar: IconCalendarEvent,
  document: IconFileText,
  home: IconHome,
  invoice: IconReceipt,
  payment: IconCreditCard,
  people: IconUsers,
  person: IconUser,
  quote: IconMessageDollar,
  services: IconTools,
  settings: IconSettings,
  vendor: IconTruck,
  vote: IconCheckbox,
} as const

export type MenuIcon = keyof typeof menuIcons
