import type { ResourceType } from '../schemas/resource-types.ts';
import { named, type Steps } from './named.ts';
import type { Doc } from './normalized.ts';

export interface Projection {
  attributes?: readonly string[] | undefined;
  excludedAttributes?: readonly string[] | undefined;
}

const stepsOf = (type: ResourceType, names: readonly string[]): Steps[] =>
  names.flatMap((name) => {
    const steps = named(type, name.trim());
    return steps ? [steps] : [];
  });

/** The members of a value that a path leads to. */
function kept(value: unknown, [step, ...rest]: Steps[number][]): unknown {
  if (!step) return value;
  if (Array.isArray(value)) return value.map((each) => kept(each, [step, ...rest]));
  const inner = (value as Doc | undefined)?.[step.name];
  return inner === undefined ? undefined : { [step.name]: kept(inner, rest) };
}

function without(value: unknown, [step, ...rest]: Steps[number][]): unknown {
  if (!step) return undefined;
  if (Array.isArray(value)) return value.map((each) => without(each, [step, ...rest]));
  const inner = (value as Doc | undefined)?.[step.name];
  if (inner === undefined) return value;
  const { [step.name]: _, ...others } = value as Doc;
  return rest.length > 0 ? { ...others, [step.name]: without(inner, rest) } : others;
}

const merged = (one: unknown, other: unknown): unknown =>
  Array.isArray(one)
    ? one.map((each, at) => ({ ...each, ...(other as Doc[])[at] }))
    : { ...(one as Doc), ...(other as Doc) };

/** The part of a resource that the request wants (RFC 7644, section 3.9). */
export function projected(type: ResourceType, doc: Doc, { attributes, excludedAttributes }: Projection): Doc {
  const isAlways = (name: string) => type.attributes.get(name.toLowerCase())?.returned === 'always';
  if (attributes) {
    const shown: Doc = Object.fromEntries(Object.entries(doc).filter(([name]) => isAlways(name)));
    for (const [first, ...rest] of stepsOf(type, attributes)) {
      const part = doc[first.name] === undefined ? undefined : kept(doc[first.name], rest);
      if (part === undefined) continue;
      shown[first.name] = shown[first.name] && rest.length > 0 ? merged(shown[first.name], part) : part;
    }
    return shown;
  }
  const excluded = stepsOf(type, excludedAttributes ?? []).filter(([first]) => first.returned !== 'always');
  return excluded.reduce<Doc>((shown, steps) => without(shown, [...steps]) as Doc, doc);
}

/** Tells whether an answer needs an attribute that is costly to find. */
export function wants(type: ResourceType, name: string, { attributes, excludedAttributes }: Projection): boolean {
  const isNamed = (names: readonly string[]) => stepsOf(type, names).some(([first]) => first.name === name);
  if (attributes) return isNamed(attributes);
  return !stepsOf(type, excludedAttributes ?? []).some(([first, ...rest]) => first.name === name && rest.length === 0);
}
