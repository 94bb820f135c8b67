import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Answer, Asked } from '../asked.ts';
import type { ScimDeps } from '../deps.ts';
import { type Doc, docOf, requireAll } from '../document/normalized.ts';
import { type Projection, projected } from '../document/projected.ts';
import { readProjection } from '../document/read-projection.ts';
import { nowhere } from '../failure.ts';
import { patched } from '../patch/apply.ts';
import { readOperations } from '../patch/read-operations.ts';
import type { Keeper, States } from './keeper.ts';
import { removeLink } from './links.ts';
import { locationOf } from './shown-resource.ts';
import { isAmong, requireVersion, versionOf } from './versions.ts';

type Row = Awaited<ReturnType<Keeper['create']>>;

/** What a request does with one resource, of any type. Each change is one transaction, under the lock of its object. */
export function createResource(
  { db, objects }: Pick<ScimDeps, 'db' | 'objects'>,
  keeper: Keeper,
  onNewTotal: () => void,
) {
  const { type, kind } = keeper;

  async function shown(asked: Asked, sql: Work['sql'], row: Row, wanted: Projection): Promise<Doc> {
    const [doc] = await keeper.shown(sql, asked, [row], wanted);
    return projected(type, doc as Doc, wanted);
  }

  const answer = (asked: Asked, row: Row, status: number, body?: Doc): Answer => ({
    ...{ status, body },
    ...{ location: locationOf(asked, type, row.id), version: versionOf(row) },
  });

  const missing = (id: string) => nowhere(`${type.name} ${id.slice(0, 100)}`);

  async function found(asked: Asked, sql: Work['sql'], lock?: 'forNoKeyUpdate'): Promise<Row> {
    const row = await keeper.find(sql, asked, asked.id, lock);
    if (!row) throw missing(asked.id);
    if (lock) requireVersion(row, asked.ifMatch);
    return row;
  }

  async function change(asked: Asked, statesOf: (row: Row, work: Work) => Promise<States>): Promise<Answer> {
    const wanted = readProjection(asked.query);
    return objects.steps.writing(kind, asked.context, async (work) => {
      const row = await found(asked, work.sql, 'forNoKeyUpdate');
      const states = await statesOf(row, work);
      requireAll(type, states.after);
      const stored = await keeper.change(asked.context, asked, row, states, work);
      return answer(asked, stored, 200, await shown(asked, work.sql, stored, wanted));
    });
  }

  return {
    async read(asked: Asked): Promise<Answer> {
      const wanted = readProjection(asked.query);
      const row = await found(asked, db);
      if (asked.ifNoneMatch !== undefined && isAmong(asked.ifNoneMatch, versionOf(row))) return answer(asked, row, 304);
      return answer(asked, row, 200, await shown(asked, db, row, wanted));
    },

    async create(asked: Asked): Promise<Answer> {
      const wanted = readProjection(asked.query);
      const doc = docOf(type, asked.body);
      requireAll(type, doc);
      const answered = await objects.steps.writing(kind, asked.context, async (work) => {
        const stored = await keeper.create(asked.context, asked, doc, work);
        return answer(asked, stored, 201, await shown(asked, work.sql, stored, wanted));
      });
      onNewTotal();
      return answered;
    },

    /** Attributes that the program sent once and leaves out now become empty. Others are not its own. */
    replace: (asked: Asked) =>
      change(asked, async (row, { sql }) => {
        const sent = await keeper.sent(sql, asked, row);
        return { before: sent, after: docOf(type, asked.body), sent };
      }),

    patch: (asked: Asked) =>
      change(asked, async (row, { sql }) => {
        const operations = readOperations(asked.body);
        const [before] = (await keeper.shown(sql, asked, [row], {})) as [Doc];
        return { before, after: await patched(type, before, operations), sent: await keeper.sent(sql, asked, row) };
      }),

    async remove(asked: Asked): Promise<Answer> {
      await objects.steps.writing(kind, asked.context, async (work) => {
        const { owner, name } = await found(asked, work.sql, 'forNoKeyUpdate');
        await removeLink(work.sql, type.name, owner, String(name));
        await objects.steps.remove(kind, asked.context, { owner, key: String(name) }, work);
      });
      onNewTotal();
      return { status: 204 };
    },
  };
}

export type Resource = ReturnType<typeof createResource>;
