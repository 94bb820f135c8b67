import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';

const longestText = 100;
const perKind = 5;

const text = { type: 'string' };
const found: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { kind: text, owner: text, name: text, displayName: text, avatar: text } },
};
/** By kind: how many objects its list finds, if these are more. Null if counting takes too long. 10,001 stands for any larger number. */
const totals: JsonSchema = { type: 'object' };

/** The quick search of the console. */
export const searchRoutes = ({ objects, registry }: RouteDeps): Route[] => {
  // Objects without an editor, such as records, have no name that people know.
  const searched = registry.kinds.filter(
    ({ internal, list, form, people, key }) => !internal && list && (form || people) && key === 'name',
  );
  return [
    {
      method: 'GET',
      path: '/api/search',
      summary: `Finds objects of all kinds by a part of their name: at most ${perKind} of each kind, among those that the caller may list.`,
      tag: 'Search',
      permission: 'administrator',
      query: {
        q: {
          about: `The sought text, at most ${longestText} characters. One or two characters are the beginning of a word.`,
        },
      },
      answer: { data: found, data2: totals },
      async handle({ context, query }) {
        const sought = (query.q ?? '').trim().slice(0, longestText);
        if (!sought) return { data: [], data2: {} };
        const results = await Promise.all(
          searched.map(async (kind) => ({ kind, ...(await objects.search(kind, context, sought, perKind)) })),
        );
        const longer = results.filter(({ kind, found, total }) => kind.list?.texts && total !== found.length);
        return {
          data: results.flatMap(({ found }) => found),
          data2: Object.fromEntries(longer.map(({ kind, total = null }) => [kind.name, total])),
        };
      },
    },
  ];
};
