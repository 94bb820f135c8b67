/** Returns a value as a file holds it, or nothing if the syntax of the file has no way to write it. */
export type Quote = (value: string) => string | undefined;

const between =
  (quote: string): Quote =>
  (value) =>
    value.includes(quote) ? undefined : quote + value + quote;

/** Node reads quoted values as they are, but for a line break that is written in double quotes. */
export const forNode: Quote = (value) =>
  between("'")(value) ?? between('`')(value) ?? (value.includes('\\') ? undefined : between('"')(value));
