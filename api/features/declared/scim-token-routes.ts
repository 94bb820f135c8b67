import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { originOf } from '../../core/objects/references/origins.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { type Id, idText } from '../../core/objects/storage/ids.ts';
import { declaredTokens, endDeclaredToken, keepDeclaredToken } from '../../kinds/scim-token/declared-tokens.ts';
import { refusePlatform } from './narrowed-token.ts';
import { parsed } from './request.ts';
import type { DeclaredDeps, DeclaredRoute, OperatorAsked } from './route.ts';

const year = 366 * 86_400;
const name = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
const body = z.strictObject({
  token: z.string().regex(/^dw_scim_[\w-]{43}$/),
  overlapSeconds: z.int().min(0).max(year),
});

const nameIn = ({ req }: OperatorAsked) => parsed(name, (req.params as Record<string, string>).token);

/** The tokens for SCIM of declared organizations. The Secrets of the cluster keep their text. */
export function scimTokenRoutes({ objects, registry }: DeclaredDeps): DeclaredRoute[] {
  const kind = registry.named('organization');
  const path = '/organization/:owner/:name/scim-tokens';

  /** Changes only tokens of declared organizations: without a resource, nothing would end them. */
  const changing = (id: Id, context: RequestContext, change: (work: Work) => Promise<void>) =>
    objects.steps.writing(kind, context, async (work) => {
      await objects.steps.load(kind, 'update', id, work, 'forNoKeyUpdate');
      if (!(await originOf(kind, id, work))) throw new Refusal('not-managed', { field: idText(id) });
      refusePlatform(id.key);
      await change(work);
      return { items: await declaredTokens(id.key, work) };
    });

  return [
    { method: 'get', path, handle: ({ id, context }) => changing(id(), context, async () => undefined) },
    {
      method: 'put',
      path: `${path}/:token`,
      handle(asked) {
        const wanted = { name: nameIn(asked), ...parsed(body, asked.req.body) };
        const id = asked.id();
        return changing(id, asked.context, (work) => keepDeclaredToken(id.key, wanted, work, asked.context));
      },
    },
    {
      method: 'delete',
      path: `${path}/:token`,
      handle(asked) {
        const id = asked.id();
        return changing(id, asked.context, (work) => endDeclaredToken(id.key, nameIn(asked), work, asked.context));
      },
    },
  ];
}
