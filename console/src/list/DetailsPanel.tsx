import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/fields.ts';
import {
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
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKindWords } from '../words/kind-words.ts';
import { exactTime } from '../words/relative-time.ts';
import { Cell } from './Cell.tsx';

interface Props {
  kind: Kind;
  row: Row;
  onClose: () => void;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || String(value) === '';

/** Every value of one row beside its list. */
export function DetailsPanel({ kind, row, onClose }: Props) {
  const { t, i18n } = useTranslation('list');
  const words = useKindWords(kind);
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves to the details of each row
  useEffect(() => head.current?.focus(), [row]);
  // The organization of a record stands once.
  const hidden = ['version', ...('organization' in row ? ['owner'] : [])];
  const shown = fieldsOf(kind).filter(({ name, secret }) => !hidden.includes(name) && !secret && !isEmpty(row[name]));
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
                {type === 'moment' ? (
                  exactTime(String(row[name]), i18n.language)
                ) : type === 'object' ? (
                  <pre className="example">{JSON.stringify(row[name], null, 2)}</pre>
                ) : (
                  <Value kind={kind} name={name} row={row} />
                )}
              </DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      </DrawerPanelBody>
    </DrawerPanelContent>
  );
}

/** Cells that are more than their text: links, lists and translated values. */
const isRich = ({ cell }: ListColumn, value: unknown) =>
  typeof value !== 'string' || ['link', 'mail', 'country', 'audience'].includes(cell ?? '');

/** A value in full length. */
function Value({ kind, name, row }: { kind: Kind; name: string; row: Row }) {
  const column = kind.list?.columns.find(({ field }) => field === name) ?? { field: name };
  return isRich(column, row[name]) ? <Cell kind={kind} column={column} row={row} /> : String(row[name]);
}
