import { Composer, type Document, isScalar, type LineCounter, Parser, visit, YAMLParseError } from 'yaml';

/** Bytes of one file; an installation of ten thousand objects has about as many. */
export const largestFile = 16 * 2 ** 20;
/** Characters of one document: `kubectl apply` takes no more. */
const longestDocument = 2 ** 18;
/** Each sign that may part one value from the next takes a thousand times its place while it is read. */
const parting = /[\n:,[\]{}*&?]/g;
const mostValues = 40_000;

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length;

/** Where a document begins that no cluster would take, found before it is read. */
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

/** A key that stands twice in one map. The library compares each key with each other, which takes minutes for a hundred thousand. */
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

/** The documents of a text, one at a time, so that all but one take no place while they wait. */
export function* documentsOf(text: string, lines: LineCounter): Generator<Document> {
  const composer = new Composer({ lineCounter: lines, uniqueKeys: false });
  for (const document of composer.compose(new Parser(lines.addNewLine).parse(text))) {
    if (document.errors.length === 0) document.errors.push(...repeatedKeys(document));
    yield document;
  }
}
