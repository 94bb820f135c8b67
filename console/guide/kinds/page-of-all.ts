import type { Kind } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/is-declared.ts';

const lines = (kinds: readonly Kind[]) =>
  kinds.map(({ titlePlural, plural, about }) => `- [${titlePlural}](${plural}.md): ${about}`).join('\n');

/** The list of all kinds. */
export const pageOfAll = (kinds: readonly Kind[]): string => `# All kinds

A kind is one type of object, such as user or webhook. Each page lists the fields of a kind, their defaults, and the calls of the API.

## In custom resources, in the console and by the API

${lines(kinds.filter(isDeclared))}

## In the console and by the API

${lines(kinds.filter((kind) => !isDeclared(kind)))}
`;
