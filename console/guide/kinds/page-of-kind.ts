import { existsSync, readFileSync } from 'node:fs';
import type { Kind } from '@doorwright/crds';
import { verbs } from '@doorwright/crds/define.ts';
import { isDeclared } from '@doorwright/crds/derive/is-declared.ts';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { linksToPagesAbout } from './pages-about.ts';
import { specChoices, specRows } from './spec-rows.ts';
import { code, table } from './table.ts';
import { defaultOf, longChoicesOf, typeOf, type ValueSchema } from './type-of.ts';

/** The people of each rule of access. */
const people = {
  anyone: 'everybody, for the public fields',
  signedIn: 'everybody who has signed in',
  member: 'members of the organization',
  self: 'the user themselves, and administrators of the organization',
  administrator: 'administrators of any organization',
  organizationAdmin: 'administrators of the organization',
  globalAdmin: 'global administrators',
} as const;

const endpoints = (kind: Kind) => {
  const plural = kind.plural;
  return {
    list: `get-${plural}`,
    get: `get-${kind.name}`,
    add: `add-${kind.name}`,
    update: `update-${kind.name}`,
    delete: `delete-${kind.name}`,
  };
};

const accessTable = (kind: Kind) =>
  table(
    ['Call', 'Permitted for'],
    verbs.flatMap((verb) => {
      const rule = kind.access[verb];
      return rule ? [[code(`/api/${endpoints(kind)[verb]}`), people[rule]]] : [];
    }),
  );

const notesOn = ({ name, secret, serverSet, computed, refers, unit }: ReturnType<typeof fieldsOf>[number]) =>
  [
    unit && !name.toLowerCase().endsWith(unit) && `In ${unit}.`,
    secret && 'A secret.',
    (serverSet || computed) && 'Set by the server.',
    refers && `Refers to: ${refers.kind}.`,
  ]
    .filter(Boolean)
    .join(' ');

const typeOfField = ({ items, type, schema }: ReturnType<typeof fieldsOf>[number]) => {
  if (items) return 'list of objects';
  return type === 'moment' ? 'time' : typeOf(schema as ValueSchema);
};

const fieldTable = (kind: Kind) =>
  table(
    ['Field', 'In the console', 'Type', 'Default', 'Meaning'],
    fieldsOf(kind).map((field) => [
      code(field.name),
      field.title ?? '',
      typeOfField(field),
      defaultOf(field.schema as ValueSchema),
      [field.about, notesOn(field)].filter(Boolean).join(' '),
    ]),
  );

/** The example company that `npm start` declares. Its manifests are applied by tests. */
const exampleOf = ({ plural }: Kind): string => {
  const file = new URL(`../../../crds/examples/${plural}.yaml`, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
};

const resourcePart = (kind: Kind) => {
  if (!isDeclared(kind)) return 'This kind has no custom resource. The console and the API write it.';
  return `## As a custom resource

The API group is \`doorwright.dev/v1alpha1\`. See [how to declare objects](../platform/declare.md).

${table(['Field of `spec`', 'Type', 'Default', 'Meaning'], specRows(kind))}

## Example

This file belongs to [an example company](../start/laptop.md#_3-look-around). What it refers to is in the examples of the other kinds: apply all of them together.

\`\`\`yaml
${exampleOf(kind)}
\`\`\``;
};

const pagesPart = (kind: Kind) => {
  const links = linksToPagesAbout(kind);
  return links.length > 0 ? `Pages that use it: ${links.join(', ')}.` : '';
};

/** The choices that are too many for a cell of a table, each list once. */
function longLists(kind: Kind): string {
  const ofFields = fieldsOf(kind).map(({ name, schema }) => [name, longChoicesOf(schema as ValueSchema)] as const);
  const ofSpec = isDeclared(kind) ? specChoices(kind) : [];
  const lists = new Map([...ofSpec, ...ofFields].filter(([, choices]) => choices.length > 0));
  const items = [...lists].map(
    ([name, choices]) => `- \`${name}\`: ${choices.map((each) => (each ? `\`${each}\`` : 'empty')).join(', ')}`,
  );
  return items.length > 0 ? `## Long lists\n\nThese fields have one of many values.\n\n${items.join('\n')}` : '';
}

/** The page of a kind, made of the model. */
export const pageOfKind = (kind: Kind): string => `# ${kind.titlePlural}

${kind.about}

In the console: [${kind.titlePlural}](https://id.example.com/${kind.plural}).

${pagesPart(kind)}

## Calls

${accessTable(kind)}

See [the API](../developers/api.md) for credentials, paging and errors.

${resourcePart(kind)}

## All fields

Objects of the API have these fields.

${fieldTable(kind)}

${longLists(kind)}
`;
