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
import { type ReactNode, useEffect } from 'react'
import { styleNonce } from './theme/style-nonce.ts'
import { cssVariables, theme } from './theme/theme.ts'

/** Milliseconds after the first drawing: until then the cut faces of the open pages, which hold nearly every letter, are enough. */
const beforeWholeFaces = 1_000

/** Everything a page of ours needs around it. */
export function KitProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    const timer = setTimeout(() => void import('./theme/fonts.css').catch(() => undefined), beforeWholeFaces)
    return () => clearTimeout(timer)
  }, [])
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
