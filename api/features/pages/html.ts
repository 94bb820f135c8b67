import escapeHtml from 'escape-html';

/** Safe HTML for a page. Only the functions of this file create it, so foreign text is always escaped. */
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

/** A part of a page. Every value that is no part itself is escaped as text. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(textOf)));

/** Data in a script element that does not run. No text in it can end the element. */
export const jsonIn = (data: unknown): Html => new Html(JSON.stringify(data).replaceAll('<', '\\u003c'));

/** A style of ours. A text that could end the element is left out, whatever wrote it. */
export const styleIn = (css: string): Html => new Html(css.includes('<') ? '' : `<style>${css}</style>`);
