import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/**
 * Ten steps each; the eighth is the colour of the design.
 * @internal
 */
export const fir: MantineColorsTuple = [
  '#e8f3ef',
  '#cfe6dd',
  '#a6d0c1',
  '#79b8a3',
  '#53a188',
  '#338a70',
  '#1d7260',
  '#0f5c4d',
  '#0b4a3e',
  '#07382f',
]
/** @internal */
export const sky: MantineColorsTuple = [
  '#e8f1fa',
  '#d3e3f4',
  '#a9c8e8',
  '#7dabdb',
  '#5891cd',
  '#4080c0',
  '#3877b8',
  '#2f6fb0',
  '#245a91',
  '#1a446f',
]
/** @internal */
export const brick: MantineColorsTuple = [
  '#fcece5',
  '#f8d8cb',
  '#efb39d',
  '#e58d6d',
  '#da6d47',
  '#d05f38',
  '#ca5932',
  '#c4532d',
  '#a03d1b',
  '#7b2d12',
]
/** @internal */
export const mustard: MantineColorsTuple = [
  '#fff3d6',
  '#fce8b8',
  '#f4d27e',
  '#e9b944',
  '#d29d20',
  '#b58318',
  '#a17313',
  '#8f6510',
  '#73500b',
  '#573c07',
]
/** Warm greys: Mantine's own are blue and cold on paper. */
const gray: MantineColorsTuple = [
  '#fbfaf7',
  '#f4f1ea',
  '#ece8de',
  '#e6e2d9',
  '#d8d2c4',
  '#b9b3a3',
  '#8a8778',
  '#55606d',
  '#374350',
  '#1f2a37',
]
const red: MantineColorsTuple = [
  '#fdecea',
  '#f9d3cf',
  '#f0a8a1',
  '#e57b72',
  '#d9554a',
  '#c93a2f',
  '#be2e24',
  '#b3261e',
  '#8f1d17',
  '#6b1510',
]

export const theme = createTheme({
  colors: { fir, sky, brick, mustard, gray, red },
  primaryColor: 'fir',
  primaryShade: 7,
  autoContrast: true,
  black: '#1f2a37',
  white: '#ffffff',
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '650' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: 'var(--shadow-float)',
    lg: 'var(--shadow-float)',
    xl: 'var(--shadow-float)',
  },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    ModalCloseButton: { defaultProps: { 'aria-label': 'Fermer' } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
    Popover: { defaultProps: { shadow: 'md' } },
    Menu: { defaultProps: { shadow: 'md' } },
  },
})

/** Mantine's own colours, pointed at ours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  dark: {},
  light: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-placeholder': '#6d7480',
    '--mantine-color-anchor': 'var(--fir)',
  },
})
