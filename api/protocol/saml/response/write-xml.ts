import { escapeXml } from '../../../providers/saml/xml/escape.ts';

/** Characters that no XML 1.0 document can hold, not even as references, and halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const impossible = /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g;

/** A value as the text of an element. Names stay data, whatever they hold. */
export const textOfXml = (value: string): string => escapeXml(value.toWellFormed().replaceAll(impossible, '\ufffd'));

/** A value as an attribute. A parser makes blanks of tabs and line breaks there. */
export const attributeOfXml = (value: string): string => textOfXml(value).replaceAll(/[\t\n]/g, ' ');
