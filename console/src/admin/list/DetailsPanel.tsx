import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  DrawerActions,
  DrawerCloseButton,
  DrawerHead,
  DrawerPanelBody,
  DrawerPanelContent,
  Title,
} from '@patternfly/react-core';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useKindWords } from '../words/kind-words.ts';
import { exactTime } from '../words/relative-time.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Cell } from './Cell.tsx';
import { useKindList } from './kind-list.ts';

interface Props {
  kind: Kind;
  row: Row;
  /** Limits the list to rows with this value. */
  onFilter: (field: string, value: string) => void;
  onClose: () => void;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || String(value) === '';

/** Every value of one row beside its list. */
export function DetailsPanel({ kind, row, onFilter, onClose }: Props) {
  const { cells = {} } = useKindList();
  const { t, language } = useTranslation('list');
  const words = useKindWords(kind);
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves to the details of each row
  useEffect(() => head.current?.focus(), [row]);
  // The organization of a record stands once.
  const hidden = ['version', ...('organization' in row ? ['owner'] : [])];
  // What the list shows comes first, then what the kind shows in its own form.
  const first = [...(kind.list?.shown ?? []), ...Object.keys(cells)];
  const placeOf = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  const all = fieldsOf(kind).toSorted((one, other) => placeOf(one.name) - placeOf(other.name));
  const shown = all.filter(({ name, secret }) => !hidden.includes(name) && !secret && !isEmpty(row[name]));
  return (
    <DrawerPanelContent
      aria-label={t('details', { kind: words.title })}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <DrawerHead>
        <Title ref={head} headingLevel="h2" size="lg" tabIndex={-1} className="details-title">
          {t('details', { kind: words.title })}
        </Title>
        <DrawerActions>
          <DrawerCloseButton aria-label={t('common:close')} onClick={onClose} />
        </DrawerActions>
      </DrawerHead>
      <DrawerPanelBody>
        <DescriptionList isCompact>
          {shown.map(({ name, type }) => (
            <DescriptionListGroup key={name}>
              <DescriptionListTerm>{words.field(name)}</DescriptionListTerm>
              <DescriptionListDescription className="path">
                <Detail own={cells[name]} row={row}>
                  {type === 'moment' ? (
                    exactTime(String(row[name]), language)
                  ) : type === 'object' ? (
                    <pre className="example">{JSON.stringify(row[name], null, 2)}</pre>
                  ) : (
                    <Value kind={kind} name={name} row={row} />
                  )}
                </Detail>
                {kind.list?.equals?.includes(name) && (
                  <Button
                    variant="link"
                    isInline
                    className="details-filter"
                    aria-label={t('onlyTheseOf', { field: words.field(name) })}
                    onClick={() => onFilter(name, String(row[name]))}
                  >
                    {t('onlyThese')}
                  </Button>
                )}
              </DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      </DrawerPanelBody>
    </DrawerPanelContent>
  );
}

/** A detail in the form of its kind, or the usual one. */
const Detail = ({
  own: Own,
  row,
  children,
}: {
  own: ComponentType<{ row: Row }> | undefined;
  row: Row;
  children: ReactNode;
}) => (Own ? <Own row={row} /> : children);

/** Cells that are more than their text: links, lists and translated values. */
const isRich = ({ cell }: ListColumn, value: unknown) =>
  typeof value !== 'string' || ['link', 'mail', 'country', 'audience', 'place'].includes(cell ?? '');

/** A value in full length. */
function Value({ kind, name, row }: { kind: Kind; name: string; row: Row }) {
  const column = kind.list?.columns.find(({ field }) => field === name) ?? { field: name };
  return isRich(column, row[name]) ? <Cell kind={kind} column={column} row={row} /> : String(row[name]);
}
