export { countEvents, readWho } from './access.queries.ts'
export { requireFreshProof } from './fresh-proof.ts'
export { everyone } from './sign-in-budgets.ts'
export { provePhone, type SignInClient, signInClient } from './start-session.ts'
