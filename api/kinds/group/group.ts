import { randomUUID } from 'node:crypto';
import { refuseCycle } from '../../core/objects/references/refuse-cycle.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks, Work } from '../../core/objects/rules/kind-hooks.ts';

const nesting = { kind: 'group', field: 'parentId', code: 'group-in-itself' } as const;

/** The deepest nesting of groups. Answers nest as deep, and JSON writers have limits. */
const deepest = 100;

/** Clients of Casdoor 2022 send the organization as the parent of a top group. */
async function correctParent({ owner, parentId }: Draft, { sql, store }: Work): Promise<string> {
  const isTop = parentId === owner && !(await store('group').find(sql, owner, owner));
  return isTop ? '' : String(parentId);
}

/** Counts the levels from the top to the deepest group below this one. */
async function levels(draft: Draft, before: Draft, { sql, store }: Work): Promise<number> {
  const table = store('group').table;
  const { rows } = await sql.raw(
    `WITH RECURSIVE above(name, level) AS (
       SELECT CAST(:parent AS text), 1
       UNION ALL
       SELECT outer_group.parent_id, level + 1 FROM above
       JOIN "${table}" AS outer_group ON outer_group.owner = :owner AND outer_group.name = above.name
       WHERE outer_group.parent_id <> ''
     ), within(name, level) AS (
       SELECT CAST(:name AS text), 1
       UNION ALL
       SELECT inner_group.name, level + 1 FROM within
       JOIN "${table}" AS inner_group ON inner_group.owner = :ownerBefore AND inner_group.parent_id = within.name
     )
     SELECT (SELECT max(level) FROM above) + (SELECT max(level) FROM within) AS levels`,
    { parent: String(draft.parentId), owner: draft.owner, name: String(before.name), ownerBefore: before.owner },
  );
  return rows[0].levels;
}

async function withCheckedParent(sent: Draft, before: Draft | undefined, work: Work): Promise<Draft> {
  const draft = { ...sent, parentId: await correctParent(sent, work) };
  await refuseCycle(nesting, draft, before, work);
  if (draft.parentId && (await levels(draft, before ?? draft, work)) > deepest)
    throw invalid([{ field: 'parentId', code: 'group-too-deep', params: { max: deepest } }]);
  return draft;
}

export const groupHooks: Hooks = {
  beforeAdd: (draft, work) => withCheckedParent({ ...draft, id: randomUUID() }, undefined, work),
  beforeUpdate: withCheckedParent,
  present: (shown, { parentId }) => ({ ...shown, isTopGroup: parentId === '' }),
};
