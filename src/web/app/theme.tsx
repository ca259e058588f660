import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { replayEarlyClick } from '../ui/early-clicks.ts'
import { keepFocus } from './keep-focus.ts'
import classes from './theme.module.css'

// Shade 7 is the color itself, 0 its tint, 9 its darkest: every filled part then has 4.5 : 1 on white.
const evergreen: MantineColorsTuple = [
  '#E7F1EA',
  '#CFE3D6',
  '#A6CBB5',
  '#79B092',
  '#4F9472',
  '#347A59',
  '#256A4B',
  '#1C5A42',
  '#164A37',
  '#123B2C',
]
const brick: MantineColorsTuple = [
  '#FBEBE3',
  '#F6D5C5',
  '#ECB397',
  '#E19269',
  '#D57848',
  '#C9662F',
  '#BE5A2C',
  '#B4532A',
  '#98431F',
  '#7A3417',
]
const amber: MantineColorsTuple = [
  '#FFF3D6',
  '#FFE7AE',
  '#FFD977',
  '#F8C544',
  '#EDB21A',
  '#E0A100',
  '#B98300',
  '#8A5A00',
  '#6F4800',
  '#573800',
]
const red: MantineColorsTuple = [
  '#FBE9E7',
  '#F5CDC9',
  '#E9A29C',
  '#DB7770',
  '#CB524C',
  '#BC3F3B',
  '#AC3434',
  '#9B2C2C',
  '#802222',
  '#661A1A',
]
const gray: MantineColorsTuple = [
  '#FBF7F0',
  '#F4EEE3',
  '#EDE5D8',
  '#E8E0D3',
  '#D3C8B8',
  '#A89E8E',
  '#8F8778',
  '#5E6B64',
  '#3C4843',
  '#1E2A25',
]

const sans = '"Inter Variable", "Inter Fallback", system-ui, sans-serif'
const serif = '"Fraunces Variable", "Fraunces Fallback", Georgia, serif'

/** Every form field has one height and one look, and its label is the label alone: what is optional says so below it. */
const field = { defaultProps: { size: 'md', withAsterisk: false } }

const theme = createTheme({
  primaryColor: 'evergreen',
  primaryShade: 7,
  colors: { evergreen, brick, amber, red, gray },
  black: '#1E2A25',
  fontFamily: sans,
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.55', lg: '1.55', xl: '1.5' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: serif,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.875rem, 1.55rem + 1.4vw, 2.5rem)', lineHeight: '1.12' },
      h2: { fontSize: 'clamp(1.5rem, 1.4rem + 0.5vw, 1.75rem)', lineHeight: '1.12' },
      h3: { fontSize: '1.375rem', lineHeight: '1.2' },
      h4: { fontSize: '1.125rem', lineHeight: '1.3' },
    },
  },
  // By their names, not by their own `extend`: every page would load the code of all of them.
  components: {
    Anchor: { defaultProps: { underline: 'always' }, classNames: { root: classes.anchor } },
    Button: { defaultProps: { size: 'md' }, classNames: { root: classes.button } },
    Card: {
      defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' },
      classNames: { root: classes.card },
    },
    Input: { classNames: { input: classes.input, wrapper: classes.inputWrapper } },
    InputWrapper: {
      classNames: { label: classes.label, error: classes.error, description: classes.description },
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        size: 'lg',
        centered: true,
        padding: 'lg',
        overlayProps: { color: '#16201C', backgroundOpacity: 0.5 },
        // There at the next frame: the library's own animation waits two of them. Ours is in the styles.
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': 'Close', size: 'lg' },
      },
      classNames: {
        title: classes.modalTitle,
        header: classes.modalHeader,
        content: classes.modalContent,
        body: classes.modalBody,
        overlay: classes.modalOverlay,
      },
    },
    // A <header> outside of the page would be a second banner.
    ModalHeader: { defaultProps: { component: 'div' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: classes.skeleton } },
    Tabs: {
      defaultProps: { variant: 'pills' },
      classNames: { list: classes.tabList, tab: classes.tab },
    },
    Title: { classNames: { root: classes.title } },
    TextInput: field,
    PasswordInput: field,
    Textarea: field,
    Select: field,
    MultiSelect: field,
    NativeSelect: field,
    NumberInput: field,
    Autocomplete: field,
    Checkbox: { defaultProps: { size: 'md', radius: 'xs' } },
    Radio: { defaultProps: { size: 'md' } },
  },
})

/**
 * The library's light scheme, in colors of ours that know both schemes (base.css): a page is then dark from its first frame
 * where the device is, without a script.
 */
const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-black': 'var(--ink)',
    '--mantine-color-gray-0': 'light-dark(#FBF7F0, #27322D)',
    '--mantine-color-gray-1': 'light-dark(#F4EEE3, #2C3732)',
    '--mantine-color-gray-2': 'light-dark(#EDE5D8, #36423C)',
    '--mantine-color-gray-3': 'var(--line)',
    '--mantine-color-gray-4': 'var(--line-firm)',
    '--mantine-color-gray-5': 'light-dark(#A89E8E, #6B7A72)',
    '--mantine-color-gray-6': 'var(--line-strong)',
    '--mantine-color-gray-7': 'var(--muted)',
    '--mantine-color-gray-8': 'light-dark(#3C4843, #D0D8D2)',
    '--mantine-color-gray-9': 'var(--ink)',
    '--mantine-color-evergreen-text': 'var(--evergreen)',
    '--mantine-color-red-text': 'var(--red)',
    '--mantine-color-body': 'var(--card)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'light-dark(#6B766F, #97A49C)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--card)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-disabled': 'var(--neutral-tint)',
    '--mantine-color-disabled-color': 'light-dark(#746D60, #94A099)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-anchor': 'var(--evergreen)',
    '--mantine-color-evergreen-filled': 'light-dark(#1C5A42, #2A7A5A)',
    '--mantine-color-evergreen-filled-hover': 'light-dark(#164A37, #246B4F)',
    '--mantine-color-evergreen-light': 'var(--evergreen-tint)',
    '--mantine-color-evergreen-light-hover': 'var(--evergreen-tint)',
    '--mantine-color-evergreen-light-color': 'var(--evergreen)',
    '--mantine-color-evergreen-outline': 'var(--evergreen)',
    '--mantine-color-evergreen-outline-hover': 'var(--evergreen-wash)',
    '--mantine-color-red-filled': 'light-dark(#9B2C2C, #B3413D)',
    '--mantine-color-red-filled-hover': 'light-dark(#802222, #A33835)',
    '--mantine-color-red-light': 'var(--red-tint)',
    '--mantine-color-red-light-hover': 'var(--red-tint)',
    '--mantine-color-red-light-color': 'var(--red)',
    '--mantine-color-gray-light': 'var(--hover)',
    '--mantine-color-gray-light-hover': 'var(--hover)',
    '--mantine-color-gray-light-color': 'var(--ink-soft)',
  },
  dark: {},
})

/**
 * A built page has the theme's variables in its head (scripts/vite/prerender.mjs). In the body, where Mantine puts them,
 * every style sheet that loads later would make the browser lay out all text again.
 */
const drawsVariables = import.meta.env.SSR || import.meta.env.DEV

/** The portal's one look, for everything inside. */
export function Theme({ children }: { children: ReactNode }) {
  useEffect(keepFocus, [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={drawsVariables ? cssVariables : undefined}
      withCssVariables={drawsVariables}
      withGlobalClasses={false} // of `visibleFrom` and `hiddenFrom`, which nothing has
      forceColorScheme="light"
    >
      {children}
      <Hydrated />
    </MantineProvider>
  )
}

/** Replays an early click after the second rendering, when what was typed early is in the forms. */
function Hydrated() {
  const [rendered, setRendered] = useState(false)
  useEffect(() => {
    if (rendered) replayEarlyClick()
    else setRendered(true)
  }, [rendered])
  return null
}
