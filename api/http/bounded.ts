/** What people and programs send has some tens of thousands at most: a role that names ten thousand users and as many groups. */
const mostValues = 100_000;
/** Nothing that a model knows lies deeper than a few levels. */
const deepest = 64;
const mostFields = 200;
/** Of a form, in which a sign may take nine and takes much longer to read than in JSON; files have routes of their own. */
export const longestForm = 2 ** 20;

const [quote, backslash, comma, openList, openObject, closeList, closeObject] = Array.from('"\\,[{]}', (sign) =>
  sign.charCodeAt(0),
);

/**
 * Has a text that is to be read as JSON few enough values? They are counted before any is made: of eight megabytes there could be
 * four millions, each of which takes a place in memory and a look of every reader (S7).
 */
export function isBoundedJson(text: string): boolean {
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfText(text, at);
    else if (code === comma || code === openList || code === openObject) values++;
    if (code === openList || code === openObject) depth++;
    else if (code === closeList || code === closeObject) depth--;
    if (values > mostValues || depth > deepest) return false;
  }
  return true;
}

/** Where a text within JSON that begins here ends. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}

/** Has a form few enough fields? What parts them is counted before they are. */
export function isBoundedForm(text: string, separator: string): boolean {
  let fields = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length))
    if (++fields > mostFields) return false;
  return true;
}
