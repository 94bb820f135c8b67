import type { Told } from '../problem.ts';

/**
 * CSS of an organization for the pages of sign-in. Only what is on these lists passes, and the text is written anew from what was read. So
 * nothing loads a file, moves over the form, hides a part of it, reads a typed value or ends the style element (S67).
 */
const properties: ReadonlySet<string> = new Set([
  ...['color', 'background', 'background-color', 'background-image', 'accent-color', 'box-shadow'],
  ...['border', 'border-color', 'border-style', 'border-width', 'border-radius'],
  ...['border-block-start', 'border-block-end', 'border-inline-start', 'border-inline-end'],
  ...['font-size', 'font-style', 'font-weight', 'letter-spacing', 'line-height'],
  ...['text-align', 'text-transform', 'text-decoration', 'text-decoration-color', 'text-underline-offset'],
  ...['padding', 'padding-block', 'padding-inline', 'margin', 'margin-block', 'margin-inline', 'gap', 'row-gap'],
]);

const functions = /^(rgb|rgba|hsl|hsla|oklch|oklab|light-dark|color-mix|linear-gradient|radial-gradient|var)$/;

/** The largest number with each unit. Larger ones would push the form out of the window, or draw over it. */
const largest: Readonly<Record<string, number>> = {
  ...{ '': 1000, px: 64, rem: 4, em: 4, ch: 8, '%': 100, deg: 360 },
};

const compound =
  /^(?=.)(\*|[a-z][a-z0-9]*)?(\.[a-z][a-z0-9-]*)*(:(hover|focus|active|disabled|checked|first-child|last-child))*$/;
const combinators = /\s*[>+~]\s*|\s+/;
const token = /\s*(?:(#[0-9a-f]{3,8})|(\d+(?:\.\d+)?|\.\d+)([a-z%]*)|(--[a-z-]+)|([a-z][a-z-]*)(\()?|([,)/])|(.))/giy;

export const mostRules = 200;

const isSelector = (text: string): boolean => text.split(combinators).every((part) => compound.test(part));

/** The first part of a value that is not allowed. */
function wrongIn(value: string): string | undefined {
  let depth = 0;
  for (const [part, , number, unit = '', , word, opens, sign, other] of value.matchAll(token)) {
    if (other !== undefined) return other;
    if (number !== undefined && !(Number(number) <= (largest[unit.toLowerCase()] ?? -1))) return part.trim();
    if (opens && !functions.test(word as string)) return `${word}(`;
    if (opens) depth++;
    if (sign === ')' && --depth < 0) return sign;
  }
  return depth > 0 ? '(' : undefined;
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

const clear = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));

type Declaration = readonly [property: string, value: string];

interface Rule {
  selectors: readonly string[];
  declarations: readonly Declaration[];
}

export interface OwnCss {
  rules: Rule[];
  problem?: Told;
}

function declarationsIn(body: string, line: (at: number) => number): Declaration[] | Told {
  let at = 0;
  const found: Declaration[] = [];
  for (const part of body.split(';')) {
    const where = line(at + part.length - part.trimStart().length);
    at += part.length + 1;
    if (!part.trim()) continue;
    const [, name = '', value = ''] = part.match(/^\s*([a-z-]+)\s*:\s*(.+?)\s*$/is) ?? [];
    if (!name) return { code: 'css-form', params: { line: where } };
    if (!properties.has(name.toLowerCase())) return { code: 'css-property', params: { line: where, name } };
    const wrong = wrongIn(value);
    if (wrong !== undefined) return { code: 'css-value', params: { line: where, value: wrong } };
    found.push([name.toLowerCase(), value]);
  }
  return found;
}

/** Reads the text up to its first problem. */
export function readCss(written: string): OwnCss {
  const text = clear(written);
  const rules: Rule[] = [];
  const rule = /\s*([^{};]*?)\s*\{([^{}]*)\}/gy;
  const stop = (problem: Told): OwnCss => ({ rules, problem });
  while (text.slice(rule.lastIndex).trim()) {
    const start = rule.lastIndex;
    const begin = start + (text.slice(start).match(/^\s*/)?.[0].length ?? 0);
    const found = rule.exec(text);
    const line = lineAt(text, begin);
    const atRule = text.slice(begin).match(/^@[\w-]+/)?.[0];
    if (atRule) return stop({ code: 'css-at-rule', params: { line, name: atRule } });
    if (!found) return stop({ code: 'css-form', params: { line } });
    const [whole, head = '', body = ''] = found;
    const selectors = head.split(',').map((each) => each.trim());
    const wrong = selectors.find((each) => !isSelector(each));
    if (wrong !== undefined) return stop({ code: 'css-selector', params: { line, selector: wrong.slice(0, 100) } });
    const bodyAt = start + whole.length - body.length - 1;
    const declarations = declarationsIn(body, (at) => lineAt(text, bodyAt + at));
    if (!Array.isArray(declarations)) return stop(declarations as Told);
    rules.push({ selectors, declarations });
    if (rules.length > mostRules) return { rules: [], problem: { code: 'css-too-long', params: { max: mostRules } } };
  }
  return { rules };
}

/** What users agree to looks as we draw it. */
const kept = ':not(.asked, .asked *)';

/** The rules as a page gets them: only for what the portal draws, and stronger than its own. A text with a problem gives none. */
export function scopedCss(written: string): string {
  const { rules, problem } = readCss(written);
  if (problem) return '';
  return rules
    .map(({ selectors, declarations }) => {
      const inside = declarations.map(([name, value]) => `${name}:${value}`).join(';');
      return `#root :is(${selectors.join(',')})${kept}{${inside}}`;
    })
    .join('\n');
}
