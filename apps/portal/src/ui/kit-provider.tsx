// What every component stands on. Each file of the kit imports the sheets of its own components, in Mantine's order.
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import './theme/widgets.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from './theme/style-nonce.ts'
import { cssVariables, theme } from './theme/theme.ts'
import { useWholeFaces } from './theme/whole-faces.ts'

/** Everything a page of ours needs around it. */
export function KitProvider({ children }: { children: ReactNode }) {
  useWholeFaces()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme="light"
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  )
}
