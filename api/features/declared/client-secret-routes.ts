import { z } from 'zod';
import { createClientSecrets } from './client-secrets.ts';
import { parsed } from './request.ts';
import type { DeclaredDeps, DeclaredRoute, OperatorAsked } from './route.ts';

const year = 366 * 86_400;

const body = z.strictObject({
  secret: z.string().min(16).max(200).optional(),
  overlapSeconds: z.int().min(0).max(year),
});

const secretId = ({ req }: OperatorAsked) => String((req.params as Record<string, string>).secret);

export function clientSecretRoutes(deps: DeclaredDeps): DeclaredRoute[] {
  const secrets = createClientSecrets(deps);
  const path = '/application/:owner/:name/secrets';
  return [
    { method: 'get', path, handle: async ({ id, work }) => ({ items: await secrets.list(id(), work) }) },
    { method: 'get', path: `${path}/current`, handle: ({ id, context }) => secrets.read(id(), context) },
    { method: 'post', path, handle: ({ id, context, req }) => secrets.add(id(), context, parsed(body, req.body)) },
    {
      method: 'delete',
      path: `${path}/:secret`,
      handle: (asked) => secrets.retire(asked.id(), asked.context, secretId(asked)),
    },
  ];
}
