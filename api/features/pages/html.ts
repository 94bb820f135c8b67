import escapeHtml from 'escape-html';

/** HTML that may stand in a page as it is. Only `html` and `jsonIn` make it, so that no text of others comes in unescaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

type Value = string | false | undefined | Html | readonly Html[];

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(textOf).join('') : escapeHtml(value || '');
}

/** A piece of a page: every value that is no piece itself is text. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(textOf)));

/** Data inside of a script element that is not run. No text in it can end the element. */
export const jsonIn = (data: unknown): Html => new Html(JSON.stringify(data).replaceAll('<', '\\u003c'));
