import { CallError } from '../../shared/exchange.ts';
import { kinds } from '../kinds.ts';
import { language, needWords } from '../words/catalogues.ts';
import { hasText, rawText, t, type Values } from '../words/translate.ts';

/** The form's label for a field, or undefined if the form has none of its own. */
export type LabelOf = (field: string) => string | undefined;

const known = (key: string) => (hasText(key) ? t(key) : undefined);

/** `signupItems[0].rule` → "Sign-up items 1, Rule". */
function labelOfPath(kind: string, path: string, labelOf: LabelOf): string {
  const [field = '', ...steps] = path.split(/[.[\]]+/).filter((step) => step !== '');
  const labels = [labelOf(field) ?? known(`${kind}:fields.${field}`) ?? field];
  for (const step of steps) {
    if (/^\d+$/.test(step)) labels.push(`${labels.pop()} ${Number(step) + 1}`);
    else labels.push(known(`${kind}:members.${field}.${step}`) ?? step);
  }
  return listed(labels);
}

const listed = (labels: readonly string[]) =>
  new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(labels);

const filling = ['field', 'problem', 'kind'];

/** Whether the page has all values for the sentence. Some sentences contain values that only the server knows. */
const isFilledBy = (text: string, params: object) =>
  text.includes('{{field}}') &&
  [...text.matchAll(/\{\{(\w+)/g)].every(([, name = '']) => filling.includes(name) || name in params);

/** The api names fields by their technical names. This rewrites an error with the labels of the form. */
export async function inLabels(error: CallError, kind: string, labelOf: LabelOf): Promise<CallError> {
  if (!kinds.some(({ name }) => name === kind)) return error;
  await needWords(['errors', kind]);
  const { code, params, fields, data } = error;
  const text = rawText(`errors:${code}`) ?? '';
  if (!isFilledBy(text, params)) return error;
  // A sentence that contains another error is about the first field only.
  const meant = text.includes('{{problem}}') ? fields.slice(0, 1) : fields;
  const paths = meant.length > 0 ? meant.map((each) => each.field) : [String(params.field)];
  const values: Values = {
    ...params,
    kind: known(`${kind}:title`),
    field: listed(paths.map((path) => labelOfPath(kind, path, labelOf))),
    problem: fields[0]?.message,
  };
  return new CallError({ code, params, fields: [...fields], data, msg: t(`errors:${code}`, values) });
}
