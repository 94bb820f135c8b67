import { Refusal } from '../../core/errors.ts';
import { type RequestContext, recordWrite } from '../../core/objects/history/records.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import { insertSamlKey, newSamlPair, samlKeyRows } from './saml-keys.ts';

const dayMs = 86_400_000;
/** For this long, service providers that seldom read our metadata still find the former key. */
const retiredForMs = 30 * dayMs;

/** The steps of a rotation: publish the next key, sign with it, remove the former one. */
export function createSamlKeys({ objects, registry }: { objects: Objects; registry: Work['registry'] }) {
  const kind = registry.named('organization');
  const { authorizeId, writing, load } = objects.steps;
  const rowsOf = ({ sql, store }: Work, { key }: Id) =>
    sql(store('saml-key').table).where({ owner: 'admin', organization: key });

  /** Changes the keys under the lock of their organization. */
  const changing = (id: Id, context: RequestContext, change: (work: Work) => Promise<void>) =>
    writing(kind, context, async (work) => {
      const object = await load(kind, 'update', id, work, 'forNoKeyUpdate');
      await change(work);
      await recordWrite(work, context, { kind, object });
      return samlKeyRows(id.key, work);
    });

  return {
    list: (id: Id, context: RequestContext) =>
      writing(kind, context, async (work) => {
        await load(kind, 'update', id, work);
        return samlKeyRows(id.key, work);
      }),

    /** A second call changes nothing. The first key of an organization signs at once. */
    async publish(id: Id, context: RequestContext) {
      authorizeId(kind, 'update', context.caller, id);
      const pair = await newSamlPair(id.key, context.now);
      return changing(id, context, async (work) => {
        const isFirst = (await samlKeyRows(id.key, work)).length === 0;
        await insertSamlKey({ organization: id.key, state: isFirst ? 'signing' : 'published', ...pair }, work);
      });
    },

    sign: (id: Id, context: RequestContext) =>
      changing(id, context, async (work) => {
        const states = (await samlKeyRows(id.key, work)).map(({ state }) => state);
        if (!states.includes('published')) throw new Refusal('not-found', { kind: 'key', id: 'published' });
        await rowsOf(work, id).whereIn('state', ['shared', 'retired']).delete();
        const end = new Date(work.now.getTime() + retiredForMs);
        await rowsOf(work, id).where({ state: 'signing' }).update({ state: 'retired', not_after: end });
        await rowsOf(work, id).where({ state: 'published' }).update({ state: 'signing' });
      }),

    /** Service providers that read our metadata then no longer trust it. */
    remove: (id: Id, context: RequestContext, state: 'published' | 'retired') =>
      changing(id, context, async (work) => {
        if (!(await rowsOf(work, id).where({ state }).delete()))
          throw new Refusal('not-found', { kind: 'key', id: state });
      }),
  };
}
