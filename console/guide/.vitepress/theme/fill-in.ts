/** The texts as the guide has them. Vue never draws them again, because they do not depend on anything. */
const originals = new WeakMap<Node, string>();

function* textsIn(root: Node): Generator<Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text;
}

const replaced = (text: string, values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values).reduce((result, [example, own]) => (own ? result.replaceAll(example, own) : result), text);

/** Shows the reader's own values in all code of a page, and in links to the installation. */
export function fillIn(page: Element, values: Readonly<Record<string, string | undefined>>): void {
  for (const code of page.querySelectorAll('code'))
    for (const text of textsIn(code)) {
      const original = originals.get(text) ?? text.data;
      originals.set(text, original);
      text.data = replaced(original, values);
    }
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href^="https://id.example.com"]'))
    link.href = replaced(link.getAttribute('href') ?? '', values);
}
