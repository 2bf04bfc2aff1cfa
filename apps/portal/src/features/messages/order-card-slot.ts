import { createContext, type ReactNode } from 'react'
import type { Message } from './use-thread.ts'

/** Draws the order of a message in place of its text; given by the application, since orders are another subject. */
export type DrawOrder = (order: NonNullable<Message['order']>, text: string) => ReactNode

export const OrderCardContext = createContext<DrawOrder>(() => null)
