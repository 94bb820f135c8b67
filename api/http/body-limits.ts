/**
 * Far more than people and programs send: a role with ten thousand users and as many groups has some tens of
 * thousands.
 */
const mostValues = 100_000;
/** Member names that all differ take the parser a hundred times as long as numbers. A report of 5,000 custom resources has 50,000. */
const mostMembers = 60_000;
/** No model nests deeper than a few levels. */
const deepest = 64;
const mostFields = 200;
/**
 * The limit of forms. Each character may take nine, and parsing takes much longer than for JSON. Files have their
 * own routes.
 */
export const longestForm = 2 ** 20;

const [quote, backslash, comma, colon, openList, openObject, closeList, closeObject] = Array.from('"\\,:[{]}', (sign) =>
  sign.charCodeAt(0),
);

/**
 * Tells whether a JSON text has few enough values. They are counted before parsing: eight megabytes could hold
 * four million values, and each takes memory and time (S7).
 */
export function hasFewValues(text: string): boolean {
  let [values, members, depth] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if (code === colon) members++;
    else if (code === comma || code === openList || code === openObject) values++;
    if (code === openList || code === openObject) depth++;
    else if (code === closeList || code === closeObject) depth--;
    if (values > mostValues || members > mostMembers || depth > deepest) return false;
  }
  return true;
}

/** The end of a JSON string that begins here. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

/** Tells whether a form has few enough fields. Separators are counted before parsing. */
export function hasFewFields(text: string, separator: string): boolean {
  let fields = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length))
    if (++fields > mostFields) return false;
  return true;
}
