const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Characters that no XML 1.0 document can hold, not even as references, and the carriage return, which parsers replace by a line
 * break. Users have them in texts that a program wrote.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** A value as the text of an element. Names stay data, whatever they hold. Escaping HTML writes other entities. */
export const textOfXml = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(unwritable, '\ufffd')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] as string);

/** A value as an attribute. A parser replaces tabs and line breaks there by spaces. */
export const attributeOfXml = (value: string): string => textOfXml(value).replaceAll(/[\t\n]/g, ' ');
