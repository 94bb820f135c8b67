import type { AcsIndex } from '@doorwright/crds/options/saml-service-provider.ts';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import type { ControlProps } from '../../../fields/control.ts';
import { FieldTexts } from '../../../fields/FieldTexts.tsx';
import { NumberControl } from '../../../fields/NumberControl.tsx';
import { textOf, within } from '../../../fields/problem.ts';
import { RowsTable } from '../../../fields/RowsTable.tsx';
import { type Origins, useRowProblems } from '../../../fields/use-row-problems.ts';
import { SingleSelect } from '../../../ui/SingleSelect.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** An index is empty while its user types. */
export type Indexed = Omit<AcsIndex, 'index'> & { index: number | '' };

const nextAfter = (rows: readonly Indexed[]) => Math.max(-1, ...rows.map(({ index }) => Number(index))) + 1;

/** The indexes of a service provider's ACS URLs. The row of the service provider has the URLs to choose from. */
export function AcsIndexesControl({ object, ...props }: ControlProps<Indexed[]>) {
  const { id, field, label, value, isDisabled, onChange } = props;
  const { t } = useTranslation('saml-services');
  const rows = value ?? [];
  const [problem, carry] = useRowProblems(props.problem, rows);
  const urls = ((object.acsUrls ?? []) as string[]).filter(Boolean);
  const number = field.items?.find(({ name }) => name === 'index') as FieldDescription;
  const change = (next: Indexed[], origins: Origins) => {
    carry(next, origins);
    onChange(next);
  };
  const put = (place: number, own: Partial<Indexed>) =>
    change(
      rows.map((row, at) => (at === place ? { ...row, ...own } : row)),
      rows.map((_row, at) => (at === place ? undefined : at)),
    );
  const isPossible = urls.length > 0 && rows.length < (field.schema.maxItems ?? Number.POSITIVE_INFINITY);
  return (
    <RowsTable
      id={id}
      label={label}
      heads={[t('index'), t('indexUrl')]}
      rows={rows}
      nameOf={({ index }) => String(index)}
      problem={problem}
      refused={props.problem}
      isDisabled={isDisabled}
      isOrdered={false}
      next={isPossible ? { index: nextAfter(rows), url: urls[0] ?? '' } : undefined}
      onChange={change}
      cellsOf={({ index, url }, place) => {
        const own = `${id}-${place}`;
        const wrong = within(problem, place);
        return [
          <>
            <NumberControl
              {...props}
              object={object}
              id={`${own}-index`}
              field={number}
              label={`${t('index')} ${place + 1}`}
              value={index}
              problem={within(wrong, 'index')}
              onChange={(next) => put(place, { index: next })}
            />
            <FieldTexts id={`${own}-index`} problem={textOf(within(wrong, 'index'))} />
          </>,
          <>
            <SingleSelect
              id={`${own}-url`}
              label={`${t('indexUrl')} ${place + 1}`}
              choices={urls.map((each) => ({ value: each, title: each }))}
              chosen={url}
              isDisabled={isDisabled}
              isFullWidth
              onChoose={(next) => put(place, { url: next })}
            />
            <FieldTexts id={`${own}-url`} problem={textOf(within(wrong, 'url'))} />
          </>,
        ];
      }}
    />
  );
}
