import type { SourceKind } from '@doorwright/crds/options/sync.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { record } from '../../../core/objects/history/records.ts';
import { tenantOf } from '../../../core/objects/storage/store.ts';
import type { Route } from '../../../http/route.ts';
import type { SourceObject } from '../../../providers/directories/contract.ts';
import { testSource } from '../../../providers/directories/test-source.ts';
import type { SyncDeps } from '../deps.ts';
import { problemText } from '../problem-text.ts';
import { readerDeps } from '../reader-deps.ts';
import { editedObject } from './edited-object.ts';

const permission = 'organizationAdmin';
const tested = z.object({
  problem: z.object({ code: z.string(), field: z.string(), words: z.string() }).nullable(),
  people: z.array(z.record(z.string(), z.string())),
});

function testRoute(deps: SyncDeps, name: SourceKind): Route {
  const kind = deps.registry.named(name);
  return {
    method: 'POST',
    path: `/api/test-${name}`,
    summary: `Tries a ${name === 'ldap' ? 'directory' : 'syncer'} as in the editor, and stores nothing. data has the first thing that is wrong, or the first five people with masked values.`,
    ...{ tag: kind.kind, permission },
    body: { $ref: `#/components/schemas/${kind.kind}Input` },
    answer: { data: emit(tested) },
    async handle({ context, body, http: { res } }) {
      const object = await editedObject(deps, context, kind, body);
      const organization = tenantOf(kind, object);
      const source = { organization, kind: name, object } as unknown as SourceObject;
      const { problem, people } = await testSource(source, await readerDeps(deps, source));
      const about = { organization, object: `${name} ${object.owner}/${object[kind.key]}` };
      await record({ sql: deps.db }, context, { ...about, reason: problem ? `test ${problem.code}` : 'test' });
      const words = problem && problemText(res.locals.language, problem);
      return { data: { problem: problem && { code: problem.code, field: problem.field ?? '', words }, people } };
    },
  };
}

/** Connection tests of sources. */
export const testRoutes = (deps: SyncDeps): Route[] => [testRoute(deps, 'ldap'), testRoute(deps, 'syncer')];
