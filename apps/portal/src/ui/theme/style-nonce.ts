/** Style elements with this nonce count, others do not: the server puts another into each page (content policy). */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Where react-remove-scroll, behind the dialogs, looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
