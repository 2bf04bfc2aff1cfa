import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import './theme/fonts.css'
import './theme/widgets.css'
import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import 'dayjs/locale/fr'
import type { ReactNode } from 'react'
import { styleNonce } from './theme/style-nonce.ts'
import { cssVariables, theme } from './theme/theme.ts'

/** Everything a page of ours needs around it: theme, French dates. */
export function KitProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme="light"
      getStyleNonce={() => styleNonce}
    >
      <DatesProvider settings={{ locale: 'fr', firstDayOfWeek: 1 }}>{children}</DatesProvider>
    </MantineProvider>
  )
}
