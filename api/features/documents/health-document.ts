type Json = Record<string, unknown>;

const status = (...values: string[]) => ({
  type: 'object',
  properties: {
    status: { type: 'string', enum: values },
    reason: { type: 'string', description: 'Why it is not ready.' },
  },
  required: ['status'],
});
const json = (description: string, schema: Json) => ({ description, content: { 'application/json': { schema } } });
const operation = (name: string, summary: string, responses: Json): Json => ({
  get: { operationId: `get-${name}`, tags: ['Health'], summary, security: [], responses },
});

/** The endpoints of `health.ts` in the OpenAPI document. Metrics are on a port of their own. */
export const healthPaths: Record<string, Json> = {
  '/healthz': operation('healthz', 'Says that the process answers.', {
    200: json('The process answers.', status('ok')),
  }),
  '/readyz': operation('readyz', 'Says whether the process can serve requests.', {
    200: json('It can.', status('ok')),
    503: json('It cannot, for example because the database does not answer.', status('not ready')),
  }),
};
