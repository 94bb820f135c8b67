import { Composer, type Document, isScalar, type LineCounter, Parser, visit, YAMLParseError } from 'yaml';

/** The limit of one file in bytes, enough for ten thousand objects. */
export const largestFile = 16 * 2 ** 20;
/** The limit of one document in characters, as of `kubectl apply`. */
const longestDocument = 2 ** 18;
/** A limit for separators, because each takes a thousand times its size while the text is read. */
const parting = /[\n:,[\]{}*&?]/g;
const mostValues = 40_000;

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** The start of a document that no cluster would accept, found before parsing. */
export function boundlessDocument(text: string): { line: number; message: string } | undefined {
  let begin = 0;
  while (begin < text.length) {
    const next = text.indexOf('\n---', begin);
    const end = next < 0 ? text.length : next + 1;
    if (end - begin > longestDocument)
      return { line: lineAt(text, begin), message: `The document is longer than ${longestDocument >> 10} KiB` };
    if (end - begin > mostValues && (text.slice(begin, end).match(parting)?.length ?? 0) > mostValues)
      return { line: lineAt(text, begin), message: `The document has more than ${mostValues} values` };
    begin = end;
  }
}

/** A repeated key. The library compares all keys with each other, which takes minutes for a hundred thousand. */
function repeatedKeys(document: Document): YAMLParseError[] {
  const errors: YAMLParseError[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || !key.range) continue;
        const [from, to] = key.range;
        if (keys.has(key.value))
          errors.push(new YAMLParseError([from, to], 'DUPLICATE_KEY', 'Map keys must be unique'));
        keys.add(key.value);
      }
    },
  });
  return errors;
}

/** Yields the documents of a text one by one, so that only one takes memory. */
export function* documentsOf(text: string, lines: LineCounter): Generator<Document> {
  const composer = new Composer({ lineCounter: lines, uniqueKeys: false });
  for (const document of composer.compose(new Parser(lines.addNewLine).parse(text))) {
    if (document.errors.length === 0) document.errors.push(...repeatedKeys(document));
    yield document;
  }
}
