import type { Entry } from 'ldapts';

/** The values of an entry by the name of the attribute, whose case servers choose. */
export type Values = ReadonlyMap<string, readonly (string | Buffer)[]>;

export const valuesOf = (entry: Entry): Values =>
  new Map(
    Object.entries(entry)
      .filter(([name]) => name !== 'dn')
      .map(([name, found]) => [name.toLowerCase(), [found].flat()]),
  );

/** The values that are texts. */
export const textsOf = (values: Values, attribute: string): string[] =>
  (values.get(attribute.toLowerCase()) ?? []).filter((value) => typeof value === 'string');

export const textOf = (values: Values, attribute: string): string => textsOf(values, attribute)[0] ?? '';

/** The bytes of the first value, however the library read them. */
export function bytesOf(values: Values, attribute: string): Buffer | undefined {
  const [first] = values.get(attribute.toLowerCase()) ?? [];
  return typeof first === 'string' ? Buffer.from(first) : first;
}

/** A number as a text, such as that of a time. Undefined if it is none. */
export function numberOf(values: Values, attribute: string): bigint | undefined {
  const text = textOf(values, attribute);
  return /^-?\d{1,20}$/.test(text) ? BigInt(text) : undefined;
}
