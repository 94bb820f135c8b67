import { randomBytes, randomUUID } from 'node:crypto';
import type { ClientSecret } from '@doorwright/crds/kinds/client-secret.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import type { Objects } from '../../core/objects/pass/objects.ts';
import { originOf } from '../../core/objects/references/origins.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import { idText } from '../../core/objects/storage/ids.ts';
import { refusePlatform } from './narrowed-token.ts';

export interface SecretState {
  id: string;
  state: 'current' | 'previous';
  /** The end of its validity; empty for the present one. */
  notAfter: string;
  /** The last successful use, to the minute; empty without one. */
  lastUsedTime: string;
}

interface Added {
  secret?: string | undefined;
  overlapSeconds: number;
}

async function keptOf(application: string, { sql, store }: Work): Promise<(ClientSecret & { name: string })[]> {
  const { table, fromRow } = store('client-secret');
  const rows = await sql(table).where({ owner: 'admin', application }).orderBy('created_time');
  return rows.map((row) => fromRow(row) as unknown as ClientSecret & { name: string });
}

async function statesOf(application: string, work: Work): Promise<SecretState[]> {
  const kept = await keptOf(application, work);
  const uses = kept.filter(({ notAfter }) => notAfter === '').map(({ lastUsedTime }) => lastUsedTime);
  const previous = kept.filter(({ notAfter }) => notAfter !== '' && Date.parse(notAfter) > work.now.getTime());
  return [
    { id: 'current', state: 'current', notAfter: '', lastUsedTime: uses.sort().at(-1) ?? '' },
    ...previous.map(({ name, notAfter, lastUsedTime }) => ({
      id: name,
      state: 'previous' as const,
      notAfter,
      lastUsedTime,
    })),
  ];
}

const generated = () => randomBytes(32).toString('base64url');

/** The client secrets of applications. Two are valid during a rotation. */
export function createClientSecrets({ objects, registry }: { objects: Objects; registry: Work['registry'] }) {
  const kind = registry.named('application');
  const { writing, load, change } = objects.steps;

  /** Changes only secrets of declared applications. People manage all others in the console. */
  async function declaredOne(id: Id, work: Work): Promise<Draft> {
    const application = await load(kind, 'update', id, work, 'forNoKeyUpdate');
    if (!(await originOf(kind, id, work))) throw new Refusal('not-managed', { field: idText(id) });
    refusePlatform(application.organization);
    return application;
  }

  return {
    async list(id: Id, work: Work): Promise<SecretState[]> {
      await load(kind, 'update', id, work);
      return statesOf(id.key, work);
    },

    /** The present secret, which administrators of the application may read too. The read leaves a record. */
    read: (id: Id, context: RequestContext): Promise<{ secret: string }> =>
      writing(kind, context, async (work) => {
        const application = await declaredOne(id, work);
        const organization = String(application.organization);
        await record(work, context, { organization, object: `application ${idText(id)}` });
        return { secret: String(application.clientSecret) };
      }),

    /** Makes a secret the present one, and keeps the previous one for a while. Repeating it changes nothing. */
    add: (id: Id, context: RequestContext, { secret = generated(), overlapSeconds }: Added) =>
      writing(kind, context, async (work) => {
        const application = await declaredOne(id, work);
        if (secret !== application.clientSecret) {
          const states = await statesOf(id.key, work);
          if (states.length > 1) throw new Refusal('rotation-pending', { id: idText(id) });
          await change(kind, context, id, { clientSecret: secret }, work);
          if (overlapSeconds > 0)
            await work.store('client-secret').insert(work.sql, {
              owner: 'admin',
              name: randomUUID(),
              createdTime: work.now.toISOString(),
              version: 1,
              application: id.key,
              secret: application.clientSecret,
              notAfter: new Date(work.now.getTime() + overlapSeconds * 1000).toISOString(),
              lastUsedTime: states[0]?.lastUsedTime ?? '',
            });
        }
        return { secret, items: await statesOf(id.key, work) };
      }),

    /** Ends the previous secret. */
    retire: (id: Id, context: RequestContext, secretId: string) =>
      writing(kind, context, async (work) => {
        const application = await declaredOne(id, work);
        const { table } = work.store('client-secret');
        const ended = await work
          .sql(table)
          .where({ owner: 'admin', name: secretId, application: id.key })
          .whereNotNull('not_after')
          .delete();
        if (!ended) throw new Refusal('not-found', { kind: 'client secret', id: secretId.slice(0, 100) });
        const organization = String(application.organization);
        await record(work, context, { organization, object: `application ${idText(id)}` });
        return { items: await statesOf(id.key, work) };
      }),
  };
}
