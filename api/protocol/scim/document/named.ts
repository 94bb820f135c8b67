import type { Attribute } from '../schemas/attribute.ts';
import { partOf, type ResourceType } from '../schemas/resource-types.ts';

/** The attributes that a name leads through: `name.givenName` is two, `urn:…:User:manager.value` is three. */
export type Steps = readonly [Attribute, ...Attribute[]];

function within(first: Attribute, names: readonly string[]): Steps | undefined {
  const steps: [Attribute, ...Attribute[]] = [first];
  for (const name of names) {
    const part = partOf(steps.at(-1) as Attribute, name);
    if (!part) return undefined;
    steps.push(part);
  }
  return steps;
}

/** Finds the attribute that a filter, a path or a list of attributes names. Names ignore case (RFC 7643, section 2.1). */
export function named({ attributes, schema, extensions }: ResourceType, text: string): Steps | undefined {
  const lower = text.toLowerCase();
  const extension = extensions.find(({ id }) => lower === id.toLowerCase() || lower.startsWith(`${id.toLowerCase()}:`));
  if (extension) {
    const whole = attributes.get(extension.id.toLowerCase()) as Attribute;
    const rest = text.slice(extension.id.length + 1);
    return within(whole, rest ? rest.split('.') : []);
  }
  const ofSchema = lower.startsWith(`${schema.id.toLowerCase()}:`) ? text.slice(schema.id.length + 1) : text;
  const [first = '', ...rest] = ofSchema.split('.');
  const attribute = attributes.get(first.toLowerCase());
  return attribute && within(attribute, rest);
}
