/** CSP nonce of style elements: the server writes a new one into each page. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// The global from which react-remove-scroll, used by dialogs, reads the nonce.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
