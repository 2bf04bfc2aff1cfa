import '@mantine/core/styles.layer.css'
import { type CSSVariablesResolver, createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from './theme/style-nonce.ts'

/** The widgets that Mantine draws for us: calendar, rich text, chart, table. Each is loaded with its page, or later. */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme="light"
      withGlobalClasses={false}
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  )
}

const theme = createTheme({
  colors: {
    /** Ten steps; the eighth is the colour of the design. */
    fir: ['#e8f3ef', '#cfe6dd', '#a6d0c1', '#79b8a3', '#53a188', '#338a70', '#1d7260', '#0f5c4d', '#0b4a3e', '#07382f'],
    /** Warm greys: Mantine's own are blue and cold on paper. */
    gray: [
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
    ],
  },
  primaryColor: 'fir',
  primaryShade: 7,
  autoContrast: true,
  black: '#1f2a37',
  fontFamily: 'var(--font-text)',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow-float)', lg: 'var(--shadow-float)', xl: 'var(--shadow-float)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
    // Inside the window it belongs to, which makes all that is outside inert; `fixed`, so that the window does not cut it.
    Popover: { defaultProps: { shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' } },
    Menu: { defaultProps: { shadow: 'md' } },
  },
})

/** Mantine's own colours, pointed at ours. */
const cssVariables: CSSVariablesResolver = () => ({
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
