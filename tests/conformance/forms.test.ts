import { type Kind, kinds } from '@doorwright/crds';
import { placedFields, tabsOf } from '@doorwright/crds/derive/form.ts';
import { usedFields } from '@doorwright/crds/providers/described.ts';
import { typeFields } from '@doorwright/crds/providers/description.ts';
import { describedTypes, providerCategories } from '@doorwright/crds/providers/index.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { describe, expect, test } from 'vitest';

const edited = kinds.filter(({ form }) => form);
const formOf = ({ form = [] }: Kind) => form;

/** More fields than these in a tab are too many to read. */
const most = 15;

/** The fields that a provider of each type shows. All other kinds always show the same. */
const providerForms = providerCategories.flatMap((category) =>
  describedTypes[category].map(({ type, subTypes = {}, methods }) => {
    const uses = Object.keys(subTypes).flatMap((subType) => [...usedFields({ category, type, subType }), 'subType']);
    return [...uses, ...usedFields({ category, type }), ...(methods ? ['method'] : [])];
  }),
);

const mayShow = (name: string, uses: readonly string[]) =>
  ![...typeFields, 'subType', 'method'].includes(name) || uses.includes(name);

/** The number of fields that a tab shows before anything is unfolded. */
function heightOf(kind: Kind, fields: readonly string[]): number {
  if (kind.name !== 'provider') return fields.length;
  return Math.max(...providerForms.map((uses) => fields.filter((name) => mayShow(name, uses)).length));
}

test('Each kind with an editor has a form', () => {
  expect(edited.map(({ name }) => name)).toContain('user');
  expect(kinds.filter(({ people, form }) => people && !form)).toEqual([]);
});

describe.each(edited.map((kind) => [kind.name, kind] as const))('The form of %s', (_, kind) => {
  const sections = formOf(kind);
  const placed = sections.flatMap(({ fields }) => fields);
  const names = fieldsOf(kind).map(({ name }) => name);

  test('places each field that people set exactly once', () => {
    expect(placedFields(kind).filter((name) => !placed.includes(name))).toEqual([]);
    expect(placed.filter((name, index) => placed.indexOf(name) !== index)).toEqual([]);
    expect(placed.filter((name) => !names.includes(name))).toEqual([]);
  });

  test('leaves only existing fields out, and shows none of them', () => {
    expect((kind.formless ?? []).filter((name) => !names.includes(name) || placed.includes(name))).toEqual([]);
  });

  test(`shows at most ${most} fields in a tab`, () => {
    const heights = tabsOf(sections).map(({ id, sections: own }) => {
      const shown = own.filter(({ rare }) => !rare).flatMap(({ fields }) => fields);
      return [id, heightOf(kind, shown)] as const;
    });
    expect(heights.filter(([, height]) => height > most)).toEqual([]);
  });

  test('has tabs for all sections or for none, and each has an address of its own', () => {
    expect(new Set(sections.map(({ tab }) => tab === undefined)).size).toBe(1);
    const ids = tabsOf(sections).map(({ id }) => id);
    expect(new Set([...ids, 'yaml']).size).toBe(ids.length + 1);
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([]);
  });

  test('names each section once, and begins each tab with one that is not folded', () => {
    const titles = sections.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(tabsOf(sections).filter(({ sections: [first] }) => first?.rare)).toEqual([]);
  });

  test('shows an existing field as the state', () => {
    if (kind.state) expect(names).toContain(kind.state);
  });
});
