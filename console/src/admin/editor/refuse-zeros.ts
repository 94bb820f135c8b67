import type { Kind, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { CallError } from '../../shared/exchange.ts';
import type { LabelOf } from '../http/in-labels.ts';
import { needWords } from '../words/catalogues.ts';
import { t } from '../words/translate.ts';

/**
 * The api ignores a zero in a field that cannot be zero, because clients of typed languages send it for a missing value. In the form
 * a zero is an error, because the user typed it.
 */
export async function refuseZeros(kind: Kind, object: Row, labelOf: LabelOf): Promise<void> {
  const wrong = fieldsOf(kind).filter(({ name, schema }) => object[name] === 0 && (schema.minimum ?? 0) > 0);
  if (wrong.length === 0) return;
  const [{ inLabels }] = await Promise.all([import('../http/in-labels.ts'), needWords(['problems'])]);
  const fields = wrong.map(({ name, schema }) => ({
    field: name,
    message: t('problems:too-small', { min: schema.minimum }),
  }));
  throw await inLabels(new CallError({ code: 'invalid', msg: '', data: null, fields }), kind.name, labelOf);
}
