const special = /[",+;<>=\\#]/g;
const hexOf = (text: string) => Buffer.from(text).toString('hex');

/** Decodes `\2C`, `\,` and `\c3\a4`. */
const unescaped = (text: string): string =>
  text.replaceAll(/(?:\\[\da-fA-F]{2})+|\\(.)/gs, (found: string, one?: string) =>
    one === undefined ? Buffer.from(found.replaceAll('\\', ''), 'hex').toString() : one,
  );

/** The parts of a DN, from the entry up. A part has an attribute and a value. */
export function partsOf(dn: string): { attribute: string; value: string }[] {
  const parts = dn.match(/(?:\\.|[^,;+\\])+/gs) ?? [];
  return parts.map((part) => {
    const at = part.indexOf('=');
    return { attribute: part.slice(0, at).trim().toLowerCase(), value: unescaped(part.slice(at + 1).trim()) };
  });
}

/** One form of a DN that can be written in many ways. */
export const comparable = (dn: string): string =>
  partsOf(dn)
    .map(
      ({ attribute, value }) =>
        `${attribute}=${value.toLowerCase().replaceAll(special, (found) => `\\${hexOf(found)}`)}`,
    )
    .join(',');

/** The values of an attribute in a DN, joined by dots: `ou=x,dc=example,dc=com` has the dc parts `example.com`. */
export const joinedParts = (dn: string, attribute: string): string =>
  partsOf(dn)
    .filter((part) => part.attribute === attribute)
    .map(({ value }) => value)
    .join('.');
