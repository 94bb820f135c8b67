import type { Kind, Row } from '@doorwright/crds';
import type { Reference } from '@doorwright/crds/field.ts';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { Label, LabelGroup } from '@patternfly/react-core';
import { isEdited, registry } from '../kinds.ts';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
import { folded } from '../ui/folded.ts';
import { useChoiceWords } from '../words/choice-words.ts';
import { useTranslation } from '../words/use-translation.ts';

/** The text of an entry: the entry itself, or its name. */
const nameOf = (value: unknown) => (typeof value === 'object' && value ? String((value as Row).name) : String(value));

/** The reference of the entries, if they refer to objects. */
function referenceOf(kind: Kind, column: string): Reference | undefined {
  const field = fieldsOf(kind).find(({ name }) => name === column);
  return field?.refers ?? field?.items?.find(({ name }) => name === 'name')?.refers;
}

function targetOf({ kind: name, by }: Reference, text: string): string | undefined {
  const kind = registry.named(name);
  if (!isEdited(kind)) return undefined;
  const [owner, key] = by === 'id' ? text.split('/') : ['admin', text];
  return paths.editor(kind, { owner, name: key });
}

/** A list in a cell: its first entries, with links if they refer to objects. */
export function Tags({ kind, column, values }: { kind: Kind; column: string; values: readonly unknown[] }) {
  const { t } = useTranslation();
  const word = useChoiceWords();
  if (values.length === 0) return t('empty');
  const refers = referenceOf(kind, column);
  return (
    <LabelGroup
      {...folded(t, values.length, 4)}
      aria-label={t('console:values')}
      {...(values.length > 1 && { className: 'cell-long' })}
    >
      {values.map((value) => {
        const text = nameOf(value);
        const target = refers && targetOf(refers, text);
        return (
          <Label
            key={text}
            isCompact
            {...(target && {
              render: ({ className, content, componentRef }) => (
                <Link to={target} className={className} ref={componentRef}>
                  {content}
                </Link>
              ),
            })}
          >
            {refers ? text : word(text)}
          </Label>
        );
      })}
    </LabelGroup>
  );
}
