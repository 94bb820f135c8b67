/** Returns a value as a file holds it, or nothing if the syntax of the file has no way to write it. */
export type Quote = (value: string) => string | undefined;

const between =
  (quote: string): Quote =>
  (value) =>
    value.includes(quote) ? undefined : quote + value + quote;

/** Node reads quoted values as they are, but for a line break that is written in double quotes. */
export const forNode: Quote = (value) =>
  between("'")(value) ?? between('`')(value) ?? (value.includes('\\') ? undefined : between('"')(value));

/** Next.js and Vite read like Node, and then replace names after a dollar sign. A backslash before it prevents that. */
export const forExpanding: Quote = (value) =>
  value.includes('\\') ? undefined : forNode(value.replaceAll('$', '\\$'));

/** In single quotes, python-dotenv knows a quote and a backslash after a backslash. */
export const forPython: Quote = (value) => `'${value.replaceAll(/['\\]/g, '\\$&')}'`;

/** In double quotes, phpdotenv and godotenv know these characters after a backslash. */
export const forPhp: Quote = (value) => `"${value.replaceAll(/["\\$]/g, '\\$&')}"`;
export const forGo: Quote = (value) => `"${value.replaceAll(/["\\$]/g, '\\$&')}"`;

/** A properties file of Java. Spring would replace names after a dollar sign, unless a backslash reaches it. */
export const forSpring: Quote = (value) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll('${', '\\\\${')
    .replaceAll(/^[ #!:=]/g, '\\$&')
    .replaceAll(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
