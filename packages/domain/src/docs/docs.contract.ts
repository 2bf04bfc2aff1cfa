import type { Contract } from '../kernel/contract.ts'

export const docsContract = {
  readOpenApi: {
    summary: 'This API as an OpenAPI 3.1 document, made from the contracts that the server enforces.',
    call: 'GET /v1/openapi.json',
    access: 'public',
    answer: 'raw',
  },
  readDocs: {
    summary: 'The same, to read.',
    call: 'GET /v1/docs',
    access: 'public',
    answer: 'raw',
  },
} as const satisfies Contract
