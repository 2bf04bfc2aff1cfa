/** Kept for the visit only: the product writes six keys in the browser's storage and no other. */
let isOn = true

/** A short bell; silently skipped when the browser wants a gesture first (AMB-100). */
export function playMessageSound(): void {
  if (isOn) void new Audio('/sounds/message.wav').play().catch(() => undefined)
}

/** Turns the sound on or off; turning it on plays it, which also shows that the browser allows it. */
export function setMessageSound(on: boolean): void {
  isOn = on
  playMessageSound()
}
