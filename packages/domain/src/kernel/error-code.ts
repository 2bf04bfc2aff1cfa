/** The code of an error, PostgreSQL's or Node's: `23505`, `EADDRINUSE`; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
