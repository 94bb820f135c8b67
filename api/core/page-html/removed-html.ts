import { sanitizer } from './sanitizer.ts';

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** The elements of a text in their order, as the sanitizer reads them. */
function elementsIn(html: string): Element[] {
  const found: Element[] = [];
  sanitizer()(html, {
    allowedTags: false,
    allowedAttributes: false,
    // It would warn of scripts, which are not shown anywhere.
    allowVulnerableTags: true,
    nonTextTags: [],
    transformTags: {
      '*': (tagName, attribs) => {
        // A copy, because the sanitizer removes attributes of its own.
        found.push({ name: tagName, attributes: { ...attribs } });
        return { tagName, attribs };
      },
    },
  });
  return found;
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The texts that the first list has more often than the second. */
function missingIn(before: readonly string[], after: readonly string[]): string[] {
  const left = counted(after);
  return [...counted(before)].flatMap(([text, count]) => (count > (left.get(text) ?? 0) ? [text] : []));
}

/** The names in a text may be of any length. */
const longestName = 40;
const mostNames = 50;

/**
 * The names of what the sanitizer took out of a text: elements as `<script>`, attributes as `<a onclick>`. An attribute whose element is gone
 * goes with it.
 */
export function removedFrom(html: string, safe: string): string[] {
  const [before, after] = [elementsIn(html), elementsIn(safe)];
  const elements = missingIn(
    before.map(({ name }) => name),
    after.map(({ name }) => name),
  );
  const kept = new Set(after.map(({ name }) => name));
  const attributesOf = (all: readonly Element[]) =>
    all
      .filter(({ name }) => kept.has(name))
      .flatMap(({ name, attributes }) => Object.keys(attributes).map((attribute) => `${name} ${attribute}`));
  const names = [...elements, ...missingIn(attributesOf(before), attributesOf(after))];
  return names.slice(0, mostNames).map((name) => `<${name.slice(0, longestName)}>`);
}
